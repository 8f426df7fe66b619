/*
** image.c - the program of the sandbox, in this library: the file that TA_SANDBOX_PROGRAM names is read by the
** assembler.
*/
#include "image.h"

__asm__(".pushsection .rodata\n"
        ".global lsandbox_image, lsandbox_image_end\n"
        ".hidden lsandbox_image, lsandbox_image_end\n"
        ".balign 16\n"
        "lsandbox_image: .incbin \"" TA_SANDBOX_PROGRAM "\"\n"
        "lsandbox_image_end: .byte 0\n"
        ".popsection\n");
