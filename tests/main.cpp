// The program of a folder of tests: runs the test class named by the first argument and passes the others to QTest. A
// tst_NAME.cpp ends with Qt's macro for its class, in a namespace of the file's name, so that its main is one of many.

#include "tests/built.h"

#include <cstdio>
#include <string_view>

namespace bubblescope::test {
const char* const kProgram = PROGRAM;
const bool kHasSanitizers = HAS_SANITIZERS;
const bool kIsSecondRun = IS_SECOND_RUN;
}  // namespace bubblescope::test

#define TEST(name)               \
    namespace name {             \
    int main(int, char* argv[]); \
    }
#include "tests.def"
#undef TEST

int main(int argc, char* argv[]) {
    const std::string_view wanted = argc > 1 ? argv[1] : "";
#define TEST(name) \
    if (wanted == #name) return name::main(argc - 1, argv + 1);
#include "tests.def"
#undef TEST
    std::fputs("Name one of these tests first:\n", stderr);
#define TEST(name) std::fputs("  " #name "\n", stderr);
#include "tests.def"
#undef TEST
    return 2;
}
