/*
** certificates.h - certificates of theorems: about P-positions in normal and misere play, nim values and
** least limits (P-positions of other games); in base 2, Zeckendorf's and Pell's numerations.
*/
#ifndef CERTIFICATES_H
#define CERTIFICATES_H

typedef struct certificate_text {
    const char *name, *text;
} certificate_text;

#define CERTIFICATE_TEXTS 6
extern const certificate_text certificate_texts[CERTIFICATE_TEXTS];

#endif
