/*
** vector.c - finds the vector width. The compiler's run-time library queries the processor once,
** before main, and checks that the system saves the wide registers. Here these results are only
** read.
*/
#include "base/vector.h"

ta_vector ta_vector_best(void) {
#if TA_VECTOR_X86
    if (__builtin_cpu_supports("avx2")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl"))
            return TA_VECTOR_AVX512;
        return TA_VECTOR_AVX2;
    }
#endif
    return TA_VECTOR_PORTABLE;
}
