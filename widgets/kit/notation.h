#pragma once

#include <QString>

namespace bubblescope {

/// The letters for the number of devices, microbatches and chunks in texts: D, MBS and v, those of Megatron-LM - p, m
/// and v, where MBS means the size of a microbatch -, or p, M and v, as in most papers. Keys of files and of `--set`
/// are always the first. Auto: what the process uses, for pictures.
enum class Notation { Auto, Bubblescope, Megatron, Papers };

/// What this thread or else this process uses, never Auto; symbolHtml() and all that draws symbols follow.
Notation notation();
/// Of the process, at first Bubblescope.
void setNotation(Notation notation);

/// Another notation for this thread while it lives; Auto changes nothing.
class NotationScope {
public:
    explicit NotationScope(Notation notation);
    ~NotationScope();
    NotationScope(const NotationScope&) = delete;
    NotationScope& operator=(const NotationScope&) = delete;

private:
    Notation m_before;
};

/// A text in that notation: "MBS ≥ D" becomes "m ≥ p".
QString inNotation(QString text);

}  // namespace bubblescope
