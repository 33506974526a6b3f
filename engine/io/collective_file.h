#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/io/result_json.h"
#include "engine/io/scenario_file.h"

#include <functional>

namespace bubblescope {

/// The keys of a collective's file.
const Parameter& collectiveDocument();

/// Reads a collective file. `settings` are applied in order before anything is checked.
///
/// Errors  one sentence with its place, like readScenario(), and those of checkCollective()
Result<CollectiveSetup> readCollective(std::string_view bytes, std::span<const Setting> settings = {});

/// The setup as a file. Reading it back gives an equal setup.
std::string writeCollective(const CollectiveSetup& setup);

/// The results of algorithms, each a run or the reason why there is none; with `plan`, also the text of their plans.
/// `hash` returns the SHA-1 of a text in hexadecimal.
std::string collectiveJson(const CollectiveSetup& setup, const std::vector<std::string>& algorithms,
                           const std::vector<Result<CollectiveRun>>& runs, bool plan,
                           const std::function<std::string(const std::string&)>& hash);

}  // namespace bubblescope
