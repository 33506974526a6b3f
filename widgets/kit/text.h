#pragma once

#include <QCoreApplication>

#include <string>
#include <string_view>

namespace bubblescope {

/// The translation context of texts outside Qt classes: free functions use Text::tr("..."), and lists mark their texts
/// with QT_TRANSLATE_NOOP("Text", "..."). Qt classes have their own tr().
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Text)

public:
    /// Translates a text of a list of the engine.
    static QString tr(std::string_view text) { return tr(std::string(text).c_str()); }
};

}  // namespace bubblescope
