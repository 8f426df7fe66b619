/*
** expr.h - expressions in k: parsed to postfix, evaluated exactly, and analysed for what their form
** proves (linear? nondecreasing for all k >= 1?).
**
** Grammar, loosest first. Products, implicit or not, associate to the left, so 7k/2 is (7k)/2:
**   sum     := product (("+" | "-") product)*
**   product := unary (("*" | "/" | "%") unary | power-of-k-or-paren-or-name)*
**   unary   := "-" unary | power
**   power   := primary ("^" (unary))?
**   primary := integer | "k" | "(" sum ")" | name "(" sum ("," sum)* ")"
** Names: floor ceil round min max abs mod lowbit popcount isqrt log2.
*/
#ifndef TA_EXPR_H
#define TA_EXPR_H

#include "takeaway/base.h"
#include "rational.h"

#define TA_EXPR_DEPTH 64 /* operands on the stack at once, in any expression */

typedef enum ta_op {
    OP_NUMBER,
    OP_K,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_MOD,
    OP_POW,
    OP_NEG,
    OP_FLOOR,
    OP_CEIL,
    OP_ROUND,
    OP_ABS,
    OP_LOWBIT,
    OP_POPCOUNT,
    OP_ISQRT,
    OP_LOG2,
    OP_MIN,
    OP_MAX
} ta_op;

typedef struct ta_instruction {
    ta_op op;
    int argc;       /* operands taken from the stack */
    int64_t number; /* of OP_NUMBER */
} ta_instruction;

typedef struct ta_expr {
    const ta_allocator *allocator; /* borrowed */
    ta_instruction *code;
    size_t count, cap;
    int uses_k;
} ta_expr;

/* Parse the text. On EINVAL the message shows it with a caret at the error. */
ta_status ta_expr_parse(ta_expr *e, const ta_allocator *allocator, ta_call *call, const char *text,
                        size_t length);
void ta_expr_clear(ta_expr *e);

/* NULL, or the invariant that a program breaks. */
const char *ta_expr_check(const ta_expr *e);

/* The exact value at k. Errors: EBADRULE (division by zero, lowbit of a fraction, ...), ERANGE; the
** message names k and the cause. */
ta_status ta_expr_value(const ta_expr *e, ta_call *call, ta_amount k, ta_rational *value);

/*
** What the form proves for all k >= 1.
**   nondecreasing: where e is defined, its values never fall;
**   linear: e(k) = floor((a k + b) / c), or (a k + b) / c itself if `exact`.
*/
typedef struct ta_expr_facts {
    int nondecreasing, linear, exact;
    int64_t a, b, c;
} ta_expr_facts;

ta_expr_facts ta_expr_analyse(const ta_expr *e);

#endif
