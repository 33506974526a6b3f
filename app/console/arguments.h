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
    enum class Use { Maybe, MaybeOrNext, Needed, Repeated };

    QString name;        // "--json", "-o"
    QString value = {};  // what it takes, in words of the help: "W", "light|dark|print"; empty for nothing
    Use use = Use::Maybe;

    bool takesValue() const { return !value.isEmpty(); }
};

/// "[--json]", "-o OUT.png", "[--csv|--json] [--width W]".
QString usageOf(const std::vector<Option>& options);

/// What a verb takes beside its own options.
struct Accepted {
    bool settings = true;  // --set
    bool several = false;  // more than one source
    QString source = {};   // in words; empty for a scenario
    QString instead = {};  // the option that may stand in place of a source
};

/// What was given to a verb that takes files.
///
/// Invariants  only options that the verb knows; no empty source, and at least one unless an option is there instead
struct Arguments {
    std::vector<std::string> sources;  // as loadScenario() takes them
    std::vector<Setting> settings;     // every --set, in order
    QMap<QString, QStringList> options;

    const std::string& source() const { return sources.front(); }
    bool has(const QString& name) const { return options.contains(name); }
    /// Every value of an option that takes one, in order.
    QStringList values(const QString& name) const { return options.value(name); }
};

/// Sorts out the arguments behind a verb: sources, the verb's own options, and --set if it takes settings. A
/// value may stand in the next argument or behind `=`; everything behind `--` is no option.
///
/// Errors  an unknown option (with the nearest known one), a missing value, two that stand for each other, no source or
///         one too many
Result<Arguments> parseArguments(const QStringList& args, const std::vector<Option>& own,
                                 const Accepted& accepted = {});

}  // namespace bubblescope
