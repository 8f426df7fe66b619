/*
** phases_tree.c - walks the tree of classes of m in preorder; each m is in exactly one leaf. It
** also appends numbers and leaves to a certificate.
*/
#include "base/check.h"
#include "base/mem.h"
#include "phases_int.h"

static ta_status push(phases_walk *w, phases_class class, int64_t kind, int64_t arg) {
    ta_status s =
        ta_reserve(&w->alloc, (void **)&w->nodes, &w->cap, w->depth + 1, sizeof *w->nodes);
    if (!s) w->nodes[w->depth++] = (phases_node){ class, kind, arg, 0 };
    return s;
}

ta_status phases_walk_start(phases_walk *w, const ta_allocator *alloc) {
    *w = (phases_walk){ .alloc = *alloc };
    return push(w, (phases_class){ 0, 1 }, PHASES_SPLIT, 1); /* its only child is the root */
}

int phases_walk_next(phases_walk *w, phases_class *class) {
    while (w->depth > 0) {
        phases_node *n = &w->nodes[w->depth - 1];
        int64_t i = n->next++, m = n->class.modulus;
        if (n->kind == PHASES_SPLIT && i < n->arg)
            *class = (phases_class){ n->class.from + i * m, m * n->arg };
        else if (n->kind == PHASES_FIRST && i <= n->arg)
            *class = (phases_class){ n->class.from + i * m, i < n->arg ? 0 : m };
        else {
            w->depth--;
            continue;
        }
        return 1;
    }
    return 0;
}

ta_status phases_walk_open(phases_walk *w, phases_class class, int64_t kind, int64_t arg) {
    ta_assert(arg >= 1 && class.modulus >= 1);
    if (arg > (PHASES_LARGEST - class.from) / class.modulus) return TA_ELIMIT;
    return push(w, class, kind, arg);
}

void phases_walk_clear(phases_walk *w) {
    ta_free(&w->alloc, w->nodes, w->cap, sizeof *w->nodes);
    w->nodes = NULL;
    w->depth = w->cap = 0;
}

/* ---- A certificate ---- */

ta_status phases_put(ta_phases *p, int64_t number) {
    ta_status s = ta_reserve(&p->alloc, (void **)&p->code, &p->cap, p->length + 1, sizeof *p->code);
    if (!s) p->code[p->length++] = number;
    return s;
}

ta_status phases_leaf_put(ta_phases *p, phases_class class, size_t at) {
    ta_status s = ta_reserve(&p->alloc, (void **)&p->leaves, &p->leaf_cap, p->leaf_count + 1,
                             sizeof *p->leaves);
    if (!s) p->leaves[p->leaf_count++] = (phases_leaf){ class, at };
    return s;
}
