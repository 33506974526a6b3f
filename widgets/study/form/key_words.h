#pragma once

#include "engine/study/experiment.h"

#include <QMap>
#include <QString>

namespace bubblescope {

/// A workload key as people read it, with the words of the workload's sliders.
struct KeyWords {
    QString symbol;      // "T_C"
    QString word;        // "communication"
    QString definition;  // for tooltips

    QString title() const { return symbol + QChar(' ') + word; }
};

/// Those of a key of numberKeys(); of any other name, which people may be typing, the name alone.
KeyWords wordsOf(std::string_view key);

/// What gives keys their values in place of the base workload, by key: "x axis: 2, 4, 8", "= 400/D".
QMap<QString, QString> determinedKeys(const Experiment& experiment);

/// What an axis may vary, in words: "T_C communication", "R, MBS / D".
QString wordsOfVariable(const Experiment& experiment, const std::string& variable);

}  // namespace bubblescope
