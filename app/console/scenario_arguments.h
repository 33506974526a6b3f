#pragma once

#include "app/console/arguments.h"

namespace bubblescope {

/// An option for each key of the workload, made from the list of keys: "-D, --devices N", "--memory-limit X".
std::vector<Option> workloadOptions();

/// What verbs that run scenarios accept, and what they can be given instead of a file, for completions.
inline const Accepted kScenarioOrKinds{.kinds = true};
QStringList scenarioSources();

/// What the options of the workload say, followed by what --set says.
std::vector<Setting> scenarioSettings(const Arguments& arguments);

/// The text that the sources name: of a file, or of the scenario of some kinds.
///
/// Errors  as loadText() and scenarioOfKinds()
Result<std::string> scenarioText(const Arguments& arguments);

/// The scenario with its settings.
///
/// Errors  as loadScenario(); placed at the option where one gave the value
Result<Scenario> scenarioIn(const Arguments& arguments);
Result<Scenario> scenarioIn(const Arguments& arguments, const std::string& text);

}  // namespace bubblescope
