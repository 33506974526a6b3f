#pragma once

#include "engine/scenario/scenario.h"
#include "engine/scenario/setting.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

inline constexpr std::size_t kMaxFileBytes = 32u << 20;
inline constexpr int kMaxNesting = 32;

/// The keys of a scenario file.
const Parameter& scenarioDocument();

/// Reads a scenario file. `settings` are applied in order before anything is checked.
///
/// Errors  one sentence with its place for everything that is not exactly a valid scenario; nothing is guessed. The
///         file may be hostile: size, encoding and nesting are checked before it is parsed. The place of a bad setting
///         is `--set PATH`
Result<Scenario> readScenario(std::string_view bytes, std::span<const Setting> settings = {});

/// The scenario as a file. Reading it back gives an equal scenario.
std::string writeScenario(const Scenario& scenario);

}  // namespace bubblescope
