#pragma once

#include "app/documents/document_kind.h"
#include "engine/io/collective_file.h"
#include "engine/io/experiment_file.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// The largest accepted picture; other files are limited to kMaxFileBytes.
inline constexpr std::size_t kMaxPictureBytes = 256u << 20;

/// The prefix of `preset:NAME`.
inline constexpr std::string_view kPresetPrefix = "preset:";

/// Loads the scenario that `source` names: a scenario file, a picture exported by Bubblescope, PyTorch's CSV of orders,
/// `preset:NAME`, or `-` for standard input. `settings` are applied before it is checked.
///
/// Errors  one sentence; the field is a place in the file, a `--set PATH`, or empty for the file as a whole. Only
///         regular files are opened, and none is read beyond its size limit.
Result<Scenario> loadScenario(const std::string& source, std::span<const Setting> settings = {});

/// Loads the experiment that `source` names: its file, a picture of it, `preset:NAME`, or `-` for standard input.
/// Errors as in loadScenario().
Result<Experiment> loadExperiment(const std::string& source, std::span<const Setting> settings = {});

/// Loads the collective that `source` names, likewise.
Result<CollectiveSetup> loadCollective(const std::string& source, std::span<const Setting> settings = {});

/// Whether a file contains orders rather than a document, judging by its name and its first bytes.
bool holdsOrders(const std::string& source, std::string_view beginning);

/// The text that `source` names: of a file, of the document in a picture, of a preset, or of standard input. A CSV of
/// orders is converted to the text of a scenario. `wanted` is the kind that error messages mention. Errors as in
/// loadScenario().
Result<std::string> loadText(const std::string& source, const DocumentKind& wanted);

}  // namespace bubblescope
