#pragma once

#include "app/console/arguments.h"

#include <array>
#include <span>

namespace bubblescope {

/// A command for the help, and what it does.
struct Example {
    const char* command;  // behind "bubblescope "
    const char* meaning;  // of the context "Text"
};

/// A word that can follow the program's name: an entry of verbs.def. To add one, write a file that defines such a
/// constant and add its line.
///
/// Invariants  `run` takes the arguments after the verb and returns the exit status; it needs no display
struct Verb {
    const char* name;
    QString (*takes)();                // "FILE", "schedules|presets"
    std::vector<Option> (*options)();  // in the order of the help
    const char* summary;               // a short sentence, of the context "Text"
    const char* details = "";          // what FILE can be, likewise
    std::array<Example, 2> examples = {};
    /// Words that completions offer for what it takes, besides files; null: those of `takes`.
    QStringList (*sources)() = nullptr;
    int (*run)(const QStringList& args);
};

#define VERB(name) extern const Verb name;
#include "app/console/verbs.def"
#undef VERB

/// All verbs, in the order in which the help shows them.
std::span<const Verb* const> verbs();
/// The one with this name, or null.
const Verb* findVerb(const QString& name);

}  // namespace bubblescope
