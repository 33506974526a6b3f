#pragma once

#include <QCoreApplication>

#include <string>
#include <string_view>

namespace bubblescope {

/// The translation context of sentences that no class says: free functions write Text::tr("..."), and lists of words mark
/// theirs by QT_TRANSLATE_NOOP("Text", "..."). Classes of Qt have a tr() of their own.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Text)

public:
    /// Words of a list of the engine.
    static QString tr(std::string_view text) { return tr(std::string(text).c_str()); }
};

}  // namespace bubblescope
