#pragma once

#include "engine/core/result.h"
#include "engine/io/scenario_file.h"

#include <QMap>
#include <QStringList>

#include <string>
#include <vector>

namespace bubblescope {

/// An option of a verb: all that reading, help, completions and the man page have to know of it. To add one, add a line
/// to the verb's options().
struct Option {
    enum class Use { Maybe, MaybeOrNext, Needed, Repeated };

    QString name;        // "--json", "-o"
    QString value = {};  // what it takes, in words of the help: "W", "light|dark|print"; empty for nothing
    Use use = Use::Maybe;
    QString meaning = {};       // a sentence, with or without a capital and a full stop
    QString usual = {};         // what holds without it; empty where there is nothing to say
    QStringList choices = {};   // values to offer where `value` does not list them
    QString letter = {};        // another name for it: "-D"
    bool isOfWorkload = false;  // stands for a key of the workload

    bool takesValue() const { return !value.isEmpty(); }
};

/// `--set PATH=VALUE`, for verbs whose files can be changed.
Option settingsOption();

/// "Print JSON.": the meaning as a sentence.
QString meaningOf(const Option& option);

/// The values to choose from: "light", "dark", "print"; empty where anything can be said.
QStringList choicesOf(const Option& option);

/// What a verb takes besides its own options.
struct Accepted {
    bool several = false;  // more than one source
    bool kinds = false;    // several ids of kinds instead of a file
    QString source = {};   // in words; empty for a scenario
    QString instead = {};  // the option that replaces a source
};

/// What was given to a verb that takes files.
///
/// Invariants  only options that the verb knows, by their names; no empty source, and at least one unless an option
///             replaces it
struct Arguments {
    std::vector<std::string> sources;  // as loadScenario() takes them
    std::vector<Setting> settings;     // every --set, in order
    QMap<QString, QStringList> options;

    const std::string& source() const { return sources.front(); }
    bool has(const QString& name) const { return options.contains(name); }
    /// Every value of an option that takes one, in order.
    QStringList values(const QString& name) const { return options.value(name); }
};

/// Sorts the arguments of a verb: sources, options, and --set if it is one of them. A value is the next argument or
/// follows `=`; nothing after `--` is an option.
///
/// Errors  an unknown option (with the nearest known one), a missing value, two options that exclude each other, no
///         source or one too many
Result<Arguments> parseArguments(const QStringList& args, const std::vector<Option>& known,
                                 const Accepted& accepted = {});

}  // namespace bubblescope
