#pragma once

/// Precedes a function whose loops take a large part of a frame. The function is compiled a second time for processors
/// with AVX2, and the program picks the version that its processor supports; the results are the same to the last bit.
///
/// Not with the thread sanitizer, which does not survive this choice: it is made before the sanitizer has started.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define BUBBLESCOPE_FAST_LOOP [[gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define BUBBLESCOPE_FAST_LOOP
#endif
