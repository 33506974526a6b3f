#pragma once

#include "engine/study/experiment.h"

#include <QMap>
#include <QString>

namespace bubblescope {

/// A workload key as users read it, in the words of the workload's sliders.
struct KeyWords {
    QString symbol;      // "T_C"; empty for keys without one
    QString word;        // "communication"
    QString definition;  // for tooltips

    /// "T_C communication", "memory limit".
    QString title() const { return symbol.isEmpty() ? word : symbol + QChar(' ') + word; }
    /// "T_C", "memory limit".
    QString shortest() const { return symbol.isEmpty() ? word : symbol; }
};

/// The words for a key of numberKeys(); for any other name, which the user may be typing, only the name.
KeyWords wordsOf(std::string_view key);

/// What sets keys instead of the base workload, by key: "x axis: 2, 4, 8", "= 400/D".
QMap<QString, QString> determinedKeys(const Experiment& experiment);

/// What an axis varies, in words: "T_C communication", "R, MBS / D".
QString wordsOfVariable(const Experiment& experiment, const std::string& variable);

}  // namespace bubblescope
