#pragma once

#include "engine/core/result.h"

#include <QStringList>

#include <string>
#include <vector>

namespace bubblescope {

// Ids of kinds instead of a file: `simulate 1f1b zb-v`, `simulate scheme:ddp`.

/// Whether a word is the id of a kind, and not the name of a file.
bool isKind(const std::string& word);

/// The scenario with an entry of each kind and nothing else.
///
/// Errors  an id that several families have
Result<std::string> scenarioOfKinds(const std::vector<std::string>& words);

/// All ids that can be written, of those that several families have with the family before it.
QStringList kindWords();

/// The id of a schedule closest to a word.
QString nearestKind(const std::string& word);

}  // namespace bubblescope
