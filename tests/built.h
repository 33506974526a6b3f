#pragma once

namespace bubblescope::test {

/// The path of the bubblescope executable that was built with the libraries these tests are linked to, and whether
/// those contain the sanitizers. Tests are compiled once for both builds.
extern const char* const kProgram;
extern const bool kHasSanitizers;
/// Whether the same set of tests runs them without the sanitizers as well, ten times as fast: then this run looks for
/// memory errors and undefined behaviour, and leaves long tables of numbers to the other one.
extern const bool kIsSecondRun;

}  // namespace bubblescope::test
