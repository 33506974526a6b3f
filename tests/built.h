#pragma once

namespace bubblescope::test {

/// The path of the bubblescope executable that was built with the libraries these tests are linked to, and whether
/// those contain the sanitizers. Tests are compiled once for both builds.
extern const char* const kProgram;
extern const bool kHasSanitizers;

}  // namespace bubblescope::test
