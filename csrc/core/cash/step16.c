/* step16.c - staircases in cells of 16 bits, for n <= 65534. */
#define CELL uint16_t
#define NAME cash_step16
#include "step_template.h"
