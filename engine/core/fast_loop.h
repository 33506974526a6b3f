#pragma once

/// Stands before a function whose loops take much of a frame. It is compiled a second time, for processors with AVX2,
/// and the program takes what its processor has; the results are the same to the last bit.
///
/// The thread sanitizer does not survive the choice, which comes before it has begun.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define BUBBLESCOPE_FAST_LOOP [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define BUBBLESCOPE_FAST_LOOP
#endif
