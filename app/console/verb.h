#pragma once

#include "app/console/arguments.h"

namespace bubblescope {

/// A word that can follow the program's name: an entry of verbs.def. To add one, write a file that defines such a
/// constant and add its line.
///
/// Invariants  `run` takes the arguments behind the verb and returns the exit status; it needs no display
struct Verb {
    const char* name;
    QString (*takes)();                // "FILE", "schedules|presets"
    std::vector<Option> (*options)();  // beside --set, in the order of the help
    const char* summary;               // of the context "CommandLine"
    int (*run)(const QStringList& args);
};

#define VERB(name) extern const Verb name;
#include "app/console/verbs.def"
#undef VERB

/// All verbs, in the order in which the help shows them.
std::span<const Verb* const> verbs();

}  // namespace bubblescope
