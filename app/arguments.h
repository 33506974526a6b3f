#pragma once

#include "engine/core/result.h"
#include "engine/io/scenario_file.h"

#include <QMap>
#include <QStringList>

#include <span>
#include <string>
#include <vector>

namespace bubblescope {

/// An option of a verb.
struct Option {
    QString name;  // "--json", "-o"
    bool takesValue = false;
};

/// What was given to a verb that takes a scenario.
///
/// Invariants  only options that the verb knows; `source` is not empty
struct Arguments {
    std::string source;             // as loadScenario() takes it
    std::vector<Setting> settings;  // every --set, in order
    QMap<QString, QStringList> options;

    bool has(const QString& name) const { return options.contains(name); }
    /// Every value of an option that takes one, in order.
    QStringList values(const QString& name) const { return options.value(name); }
};

/// Sorts out the arguments behind a verb: one source, the verb's own options, and --set if it takes settings. A
/// value may stand in the next argument or behind `=`; everything behind `--` is no option.
///
/// Errors  an unknown option (with the nearest known one), a missing value, no source or a second one
Result<Arguments> parseArguments(const QStringList& args, const std::vector<Option>& own, bool takesSettings = true);

}  // namespace bubblescope
