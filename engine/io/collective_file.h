#pragma once

#include "engine/collectives/collective_setup.h"
#include "engine/io/result_json.h"
#include "engine/io/scenario_file.h"

#include <functional>

namespace bubblescope {

/// Reads a file of a collective, with `settings` applied in order before anything is checked.
///
/// Errors  one sentence with its place, as readScenario(), and those of checkCollective()
Result<CollectiveSetup> readCollective(std::string_view bytes, std::span<const Setting> settings = {});

/// The setup as a file. Reading it back gives an equal one.
std::string writeCollective(const CollectiveSetup& setup);

/// The results of algorithms, each a run or why it has none, with the text of their plans where `plan` asks for it.
/// `hash` gives the SHA-1 of a text in hexadecimal.
std::string collectiveJson(const CollectiveSetup& setup, const std::vector<std::string>& algorithms,
                           const std::vector<Result<CollectiveRun>>& runs, bool plan,
                           const std::function<std::string(const std::string&)>& hash);

}  // namespace bubblescope
