/*
** image.h - the sandbox's program (child.c), as bytes of this library; only on Linux.
*/
#ifndef LSANDBOX_IMAGE_H
#define LSANDBOX_IMAGE_H

extern const char lsandbox_image[], lsandbox_image_end[];

/* Its exit statuses. */
enum { LSANDBOX_NO_MEMORY = 3, LSANDBOX_NO_LIMITS = 4, LSANDBOX_NO_REQUEST = 5 };

#endif
