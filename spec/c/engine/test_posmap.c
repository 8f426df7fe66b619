/*
** The numbering of positions against a plain list: equal positions have equal ids, others differ;
** the inverse; columns and live ids stay through every change.
*/
#include "base/mem.h"
#include "engine/posmap.h"
#include "plain.h"

static uint32_t pick(uint32_t n) {
    static rng r = { 4711 };
    return (uint32_t)rng_between(&r, 0, (int64_t)n - 1);
}

static int same(const ta_position *a, const ta_position *b) {
    if (a->count != b->count || !a->component != !b->component) return 0;
    return a->component ? memcmp(a->component, b->component, a->count * sizeof *a->component) == 0
                        : memcmp(a->text, b->text, a->count) == 0;
}

#define HELD 700

/* Number HELD positions made by `make`, put i + 1 in a column and the id on the live list.
** Then every id, by asking again and by the live list, leads back to its position. */
static void check(void (*make)(int i, int64_t room[TA_COMPONENTS], ta_position *p), int as_words) {
    static int64_t rooms[HELD][TA_COMPONENTS];
    static ta_position held[HELD];
    CLEARED(ta_posmap) m;
    ta_posmap_init(&m, &ta_default_allocator);
    m.plain = as_words;
    ok(ta_posmap_open(&m, &plain, 2, 1));
    int count = 0;
    for (int i = 0; i < HELD; i++) {
        uint32_t id;
        int known = 0;
        make(i, rooms[count], &held[count]);
        for (int j = 0; j < count && !known; j++) known = same(&held[j], &held[count]);
        ok(ta_posmap_id(&m, &plain, &held[count], &id));
        assert_int_equal(ta_column_get(&m.column[2], id) != 0, known);
        if (known) continue;
        ok(ta_posmap_widen(&m, &plain, 2, (uint32_t)count + 1));
        ta_column_put(&m.column[2], id, (uint32_t)count + 1);
        m.column[2].known++;
        ok(ta_posmap_live_grow(&m, &plain, 1));
        m.live[m.live_count++] = id | (count % 2 ? ~TA_ID_MASK : 0);
        count++;
    }
    for (int i = 0; i < count; i++) {
        uint32_t id;
        int64_t room[TA_COMPONENTS];
        ta_position back;
        ok(ta_posmap_id(&m, &plain, &held[i], &id));
        assert_int_equal(ta_column_get(&m.column[2], id), i + 1);
        assert_int_equal(m.live[i] & TA_ID_MASK, id);
        assert_int_equal(m.live[i] & ~TA_ID_MASK, i % 2 ? ~TA_ID_MASK : 0);
        ta_posmap_position(&m, id, room, &back);
        assert_true(same(&back, &held[i]));
    }
}

static void near(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    *p = (ta_position){ room, NULL, 2 };
    room[0] = pick(30) + (i > 300 ? 200 : 0);
    room[1] = (int64_t)pick(30) - (i > 500 ? 90 : 0);
}

static void far_away(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    *p = (ta_position){ room, NULL, 3 };
    for (int k = 0; k < 3; k++) room[k] = (int64_t)pick(5) << pick(60);
}

/* Around the ends of the bit fields, of one word and of two, where a carry would make two positions
** one. The first are of one word. */
static void edges(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    size_t arity = 1 + (size_t)i % TA_COMPONENTS;
    *p = (ta_position){ room, NULL, arity };
    for (size_t k = 0; k < arity; k++) {
        size_t bits = (i < 99 || pick(2) ? 56 : 120) / arity;
        int64_t field = (int64_t)1 << (bits < 62 ? bits : 62);
        room[k] = pick(2) ? (int64_t)pick(3) : field - 1 + (int64_t)pick(3);
        if (pick(9) == 0) room[k] = -room[k];
        if (pick(19) == 0) room[k] = pick(2) ? INT64_MAX : INT64_MIN;
    }
}

/* Many small numbers, where the count of them would be taken for the tag of a text. */
static void many(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    if (i % 3 == 0) {
        *p = (ta_position){ NULL, (char *)room, (size_t)pick(8) };
        for (size_t k = 0; k < p->count; k++) ((char *)room)[k] = (char)pick(3);
        return;
    }
    *p = (ta_position){ room, NULL, 9 + (size_t)pick(TA_COMPONENTS - 8) };
    for (size_t k = 0; k < p->count; k++) room[k] = (int64_t)pick(2);
}

/* Boards of two pieces on up to 52 squares, as two words each. */
static void boards(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    *p = (ta_position){ room, NULL, 2 };
    for (int k = 0; k < 2; k++)
        room[k] = ((int64_t)pick(1 << 16) << 44 | (int64_t)pick(1 << 22) << 22 | pick(1 << 22)) >>
                  (i < 40 ? 36 : 0);
}

static void text(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    char *to = (char *)room;
    *p = (ta_position){ NULL, to, pick(i < 99 ? 9 : 20) };
    for (size_t k = 0; k < p->count; k++) to[k] = (char)pick(i % 2 ? 2 : 256);
}

static void mixed(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    switch (pick(4)) {
    case 0: near(i, room, p); break;
    case 1: far_away(i, room, p); break;
    case 2: edges(i, room, p); break;
    default: text(i, room, p); break;
    }
}

/* A box that grows and then bursts. */
static void bursting(int i, int64_t room[TA_COMPONENTS], ta_position *p) {
    *p = (ta_position){ room, NULL, 2 };
    room[0] = i * (int64_t)i;
    room[1] = i % 3 ? i : -i;
}

TEST(test_numbers) {
    void (*const makers[])(int i, int64_t room[TA_COMPONENTS],
                           ta_position *p) = { near, far_away, boards, edges,
                                               many, text,     mixed,  bursting };
    for (int as_words = 0; as_words <= 1; as_words++)
        EACH(make, makers) check(*make, as_words);
}

/* Interned positions become a box when they fill one, and a box bursts again. */
TEST(test_changes) {
    CLEARED(ta_posmap) m;
    uint32_t id;
    int64_t room[2] = { 1000000, 0 };
    ta_position p = { room, NULL, 2 };
    ta_posmap_init(&m, &ta_default_allocator);
    ok(ta_posmap_open(&m, &plain, 0, 2));
    for (int64_t a = 0; a < 80; a++)
        for (int64_t b = 0; b < 80; b++) {
            room[0] = 1000000 - a;
            room[1] = b;
            ok(ta_posmap_id(&m, &plain, &p, &id));
            ta_column_put(&m.column[0], 2 * (size_t)id + 1, (uint32_t)(a + b) % 200 + 1);
            m.column[0].known++;
            if (a == 0 && b == 0) assert_false(m.box);
        }
    assert_true(m.box);
    room[0] = (int64_t)1 << 50;
    ok(ta_posmap_id(&m, &plain, &p, &id));
    assert_false(m.box);
    for (int64_t a = 0; a < 80; a++)
        for (int64_t b = 0; b < 80; b++) {
            room[0] = 1000000 - a;
            room[1] = b;
            ok(ta_posmap_id(&m, &plain, &p, &id));
            assert_int_equal(ta_column_get(&m.column[0], 2 * (size_t)id), 0);
            assert_int_equal(ta_column_get(&m.column[0], 2 * (size_t)id + 1), (a + b) % 200 + 1);
        }
}

/* Two words are enough for boards of two pieces, for one integer and for text of 15 bytes. */
TEST(test_two_words) {
    CLEARED(ta_posmap) m;
    uint32_t id;
    int64_t room[TA_COMPONENTS] = { 3, 4 };
    ta_position p = { room, NULL, 2 };
    ta_posmap_init(&m, &ta_default_allocator);
    m.plain = 1;
    for (int i = 0; i < 500; i++) {
        if (i == 100) assert_false(m.wide);
        if (i >= 100) boards(i, room, &p);
        else room[0] = i;
        ok(ta_posmap_id(&m, &plain, &p, &id));
        assert_int_equal(id, i);
    }
    assert_true(m.wide);
    p.count = 1;
    room[0] = INT64_MIN;
    ok(ta_posmap_id(&m, &plain, &p, &id));
    p = (ta_position){ NULL, "fifteen letters", 15 };
    ok(ta_posmap_id(&m, &plain, &p, &id));
    assert_int_equal(m.arena_used, 0);
    p = (ta_position){ NULL, "sixteen letters.", 16 };
    ok(ta_posmap_id(&m, &plain, &p, &id));
    assert_int_equal(m.arena_used, 3);
    assert_null(ta_posmap_check(&m));
}

/* Memory refused at any request, in a map that becomes wide: it is unchanged, and usable. */
TEST(test_memory) {
    EACH_REFUSAL(o, 9) {
        CLEARED(ta_posmap) m;
        ta_posmap_init(&m, &o.allocator);
        m.plain = 1;
        for (int64_t i = 0; i < 300; i++) {
            int64_t room[2] = { i, i < 200 ? 7 : i << 40 };
            ta_position p = { room, NULL, 2 };
            uint32_t id;
            ta_status st = ta_posmap_id(&m, &plain, &p, &id);
            if (st) {
                assert_int_equal(st, TA_ENOMEM);
                assert_null(ta_posmap_check(&m));
                assert_int_equal(m.count, i);
                st = ta_posmap_id(&m, &plain, &p, &id);
            }
            assert_int_equal(st, TA_OK);
            assert_int_equal(id, i);
        }
        assert_true(m.wide);
        assert_null(ta_posmap_check(&m));
    }
}

RUN_TESTS
