/* step32.c - staircases in cells of 32 bits, for any n there is memory for. */
#define CELL uint32_t
#define NAME cash_step32
#include "step_template.h"
