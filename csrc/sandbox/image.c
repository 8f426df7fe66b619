/*
** image.c - the sandbox's program inside this library. The assembler reads the file that TA_SANDBOX_PROGRAM names.
*/
#include "image.h"

__asm__(".pushsection .rodata\n"
        ".global lsandbox_image, lsandbox_image_end\n"
        ".hidden lsandbox_image, lsandbox_image_end\n"
        ".balign 16\n"
        "lsandbox_image: .incbin \"" TA_SANDBOX_PROGRAM "\"\n"
        "lsandbox_image_end: .byte 0\n"
        ".popsection\n");
