#pragma once

#include <QString>
#include <QStringList>

namespace bubblescope {

/// The letters for the number of devices, microbatches and chunks in texts: D, MBS and v, those of Megatron-LM - p, m
/// and v, where MBS means the size of a microbatch -, or p, M and v, as in most papers. Files and the console always
/// use the first.
enum class Notation { Bubblescope, Megatron, Papers };
inline constexpr const char* kNotationIds[] = {"bubblescope", "megatron", "papers"};

/// What this process uses; symbolHtml() and all that draws symbols follow.
Notation notation();
void setNotation(Notation notation);

/// A text in that notation: "MBS ≥ D" becomes "m ≥ p".
QString inNotation(QString text);

}  // namespace bubblescope
