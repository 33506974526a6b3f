#pragma once

namespace bubblescope::test {

/// The bubblescope that was built with the rooms that these tests are linked to, and whether those have the sanitizers
/// in them. Tests are compiled once for both.
extern const char* const kProgram;
extern const bool kHasSanitizers;

}  // namespace bubblescope::test
