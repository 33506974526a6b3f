#pragma once

#include "app/documents/document_kind.h"
#include "engine/io/collective_file.h"
#include "engine/io/experiment_file.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// A picture may be this large; a scenario only kMaxFileBytes.
inline constexpr std::size_t kMaxPictureBytes = 256u << 20;

/// What `preset:NAME` begins with.
inline constexpr std::string_view kPresetPrefix = "preset:";

/// Loads the scenario that a person names: a scenario file, a picture made by Bubblescope (its scenario
/// inside), PyTorch's CSV of orders, `preset:NAME`, or `-` for standard input. `settings` are applied before it is
/// checked.
///
/// Errors  one sentence; the place is inside the file, a `--set PATH`, or empty for the file as a whole. Only
///         regular files are opened, and none is read further than its limit.
Result<Scenario> loadScenario(const std::string& source, std::span<const Setting> settings = {});

/// Loads an experiment that a person names: its file, a picture of it, `preset:NAME`, or `-` for standard input. Errors
/// as loadScenario().
Result<Experiment> loadExperiment(const std::string& source, std::span<const Setting> settings = {});

/// Loads a collective that a person names, likewise.
Result<CollectiveSetup> loadCollective(const std::string& source, std::span<const Setting> settings = {});

/// Whether a file is orders rather than a document, by its name and how it begins.
bool holdsOrders(const std::string& source, std::string_view beginning);

/// The text of what a person names: of a file, of what rides inside a picture, of a preset, or standard input; of CSV
/// of orders the scenario that it makes. `wanted` is what refusals speak of. Errors as loadScenario().
Result<std::string> loadText(const std::string& source, const DocumentKind& wanted);

}  // namespace bubblescope
