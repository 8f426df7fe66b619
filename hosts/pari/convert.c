/*
** convert.c - GP's objects as JSON and back.
**
**     integers of 64 bits, reals, strings      numbers and strings
**     fractions                                strings: "7/2"
**     vectors, columns, lists; matrices        lists; lists of rows
**     maps                                     objects: settings, and records that are a result
**     oo, -oo                                  {"number": "inf"}, "-inf"
**     closures                                 {"object": n}, a function object
**     ["takeaway", n, kind]                    {"object": n}, with a text as a fourth entry where it has one
**     ["takeaway", "true"], "false"            true and false, but results are 1 and 0
*/
#include "convert.h"

#include <stdint.h>
#include <string.h>

static const char OBJECT[] = "takeaway";

static GEN refused(const char *what, GEN x) {
    pari_err(e_MISC, "takeaway: %s, got %Ps", what, x);
    return NULL; /* not reached */
}

static void not_text(void) {
    pari_err(e_MISC, "takeaway: a string is no UTF-8");
}

static int is_string(GEN x, const char *text) {
    return typ(x) == t_STR && strcmp(GSTR(x), text) == 0;
}

static int is_object(GEN x) {
    return typ(x) == t_VEC && lg(x) >= 4 && is_string(gel(x, 1), OBJECT) && typ(gel(x, 2)) == t_INT;
}

/* Lists and objects in construction. Each is only in here until it is whole, so after an error nothing
** else remains. */
static json_t *unfinished;

static json_t *begin(json_t *container) {
    json_array_append_new(unfinished, container);
    return container;
}

static json_t *integer(GEN x) {
    if (lgefint(x) > 3 || (lgefint(x) == 3 && x[2] < 0))
        refused("expected integers from -2^63 + 1 to 2^63 - 1", x);
    return json_integer(itos(x));
}

static json_t *string(GEN x) {
    json_t *made = json_string(GSTR(x));
    if (!made) not_text();
    return made;
}

static json_t *told(const char *key, json_t *value) {
    json_t *object = json_object();
    json_object_set_new(object, key, value);
    return object;
}

static json_t *convert(GEN x, closure_object *function);

static json_t *list(GEN x, closure_object *function) {
    json_t *array = begin(json_array());
    for (long i = 1; i < lg(x); i++) json_array_append_new(array, convert(gel(x, i), function));
    return json_incref(array);
}

/* Keys are strings. */
static json_t *map(GEN x, closure_object *function) {
    GEN pairs = maptomat_shallow(x);
    json_t *object = begin(json_object());
    if (lg(pairs) < 3) return json_incref(object);
    for (long i = 1; i < lg(gel(pairs, 1)); i++) {
        GEN key = gcoeff(pairs, i, 1);
        if (typ(key) != t_STR) refused("expected the names of settings as keys", key);
        if (json_object_set_new(object, GSTR(key), convert(gcoeff(pairs, i, 2), function)))
            not_text();
    }
    return json_incref(object);
}

static json_t *convert(GEN x, closure_object *function) {
    switch (typ(x)) {
    case t_INT: return integer(x);
    case t_REAL: return json_real(rtodbl(x));
    case t_STR: return string(x);
    case t_FRAC: return json_string(GENtostr_unquoted(x));
    case t_INFINITY: return told("number", json_string(inf_get_sign(x) > 0 ? "inf" : "-inf"));
    case t_CLOSURE: return told("object", json_integer(function(x)));
    case t_VECSMALL: return list(vecsmall_to_vec(x), function);
    case t_VEC:
        if (lg(x) == 3 && is_string(gel(x, 1), OBJECT) && typ(gel(x, 2)) == t_STR)
            return json_boolean(is_string(gel(x, 2), "true"));
        if (is_object(x)) return told("object", integer(gel(x, 2)));
        return list(x, function);
    case t_COL: return list(x, function);
    case t_MAT: return list(shallowtrans(x), function);
    case t_LIST:
        if (list_typ(x) == t_LIST_MAP) return map(x, function);
        return list_data(x) ? list(list_data(x), function) : json_array();
    default: refused("expected numbers, strings, vectors, maps, closures", x);
    }
    return NULL;
}

json_t *from_gp(GEN x, closure_object *function) {
    if (!unfinished) unfinished = json_array();
    json_array_clear(unfinished); /* left by a conversion that an error ended */
    json_t *made = convert(x, function);
    json_array_clear(unfinished);
    return made;
}

/* ---- Results ---- */

static GEN text_of(const json_t *json) {
    return strtoGENstr(json_string_value(json));
}

static GEN number_named(const char *name) {
    if (strcmp(name, "inf") == 0) return mkoo();
    return strcmp(name, "-inf") == 0 ? mkmoo() : strtoGENstr(name);
}

static GEN object(const json_t *json) {
    const json_t *number = json_object_get(json, "object"), *text = json_object_get(json, "text");
    GEN x = cgetg(text ? 5 : 4, t_VEC);
    gel(x, 1) = strtoGENstr(OBJECT);
    gel(x, 2) = stoi(json_integer_value(number));
    gel(x, 3) = text_of(json_object_get(json, "kind"));
    if (text) gel(x, 4) = text_of(text);
    return x;
}

static GEN record(const json_t *json) {
    void *at = json_object_iter((json_t *)(uintptr_t)json);
    long i = 1, count = (long)json_object_size(json);
    GEN keys = cgetg(count + 1, t_COL), values = cgetg(count + 1, t_COL);
    for (; at; at = json_object_iter_next((json_t *)(uintptr_t)json, at), i++) {
        gel(keys, i) = strtoGENstr(json_object_iter_key(at));
        gel(values, i) = to_gp(json_object_iter_value(at));
    }
    return gtomap(mkmat2(keys, values));
}

GEN to_gp(const json_t *json) {
    const json_t *named;
    GEN x;
    switch (json_typeof(json)) {
    case JSON_INTEGER: return stoi(json_integer_value(json));
    case JSON_REAL: return dbltor(json_real_value(json));
    case JSON_STRING: return text_of(json);
    case JSON_TRUE: return gen_1;
    case JSON_FALSE: return gen_0;
    case JSON_NULL: return gnil;
    case JSON_ARRAY:
        x = cgetg((long)json_array_size(json) + 1, t_VEC);
        for (long i = 1; i < lg(x); i++) gel(x, i) = to_gp(json_array_get(json, (size_t)i - 1));
        return x;
    case JSON_OBJECT:
        if (json_object_get(json, "object")) return object(json);
        named = json_object_get(json, "number");
        if (named && json_is_string(named)) return number_named(json_string_value(named));
        named = json_object_get(json, "bytes");
        if (named && json_object_size(json) == 1) return text_of(named);
        return record(json);
    }
    return gnil;
}
