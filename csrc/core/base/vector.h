/*
** vector.h - the vector widths of this processor, found at run time.
**
** A kernel with a vector path has one for each of these widths and a portable one. Every path gives
** the same answer, and tests run each. TA_VECTOR_X86 is 1 if the vector paths can be compiled; each
** is a function with a target attribute.
*/
#ifndef TA_VECTOR_H
#define TA_VECTOR_H

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TA_VECTOR_X86 1
#else
#define TA_VECTOR_X86 0
#endif

/* Ascending: each includes those before it. AVX512 stands for F, BW and VL. */
typedef enum ta_vector { TA_VECTOR_PORTABLE, TA_VECTOR_AVX2, TA_VECTOR_AVX512 } ta_vector;

/* The widest vectors of both this processor and this build. */
ta_vector ta_vector_best(void);

#endif
