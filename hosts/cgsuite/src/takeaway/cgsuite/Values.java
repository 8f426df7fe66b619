package takeaway.cgsuite;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import scala.Symbol;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.collection.immutable.ArraySeq;
import scala.collection.immutable.HashMap$;
import scala.collection.immutable.HashMap;
import scala.collection.mutable.AnyRefMap;

/** Converts between CGSuite's values and those of requests and replies. */
final class Values {
    private static final long INFINITE = Long.MAX_VALUE;

    /** A value of a partizan game, as CGScript text. */
    private static final class Written {
        final String script;

        Written(String script) {
            this.script = script;
        }
    }

    /** Rows of a table. */
    private static final class Rows {
        final List<Object> rows;

        Rows(List<Object> rows) {
            this.rows = rows;
        }
    }

    interface Naming {
        String name(org.cgsuite.lang.Function function);
    }

    private Values() {}

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object json) {
        return (Map<String, Object>)json;
    }

    // ---- To Takeaway ----

    static List<Object> list(scala.collection.Iterable<?> items) {
        List<Object> list = new ArrayList<>();
        for (Iterator<?> it = items.iterator(); it.hasNext();) list.add(it.next());
        return list;
    }

    /** The request's form of a CGScript object. */
    static Object told(Object object, Naming naming) {
        if (object == null || object instanceof String || object instanceof Boolean ||
            object instanceof Long)
            return object;
        if (object instanceof org.cgsuite.core.Integer) return exact(object);
        if (object instanceof org.cgsuite.lang.Function) {
            return Map.of("callback", naming.name((org.cgsuite.lang.Function)object));
        }
        if (object instanceof scala.collection.Map) {
            Map<String, Object> settings = new LinkedHashMap<>();
            for (Object entry : list((scala.collection.Map<?, ?>)object)) {
                Tuple2<?, ?> pair = (Tuple2<?, ?>)entry;
                settings.put(String.valueOf(pair._1()), told(pair._2(), naming));
            }
            return settings;
        }
        if (object instanceof scala.collection.Iterable) {
            List<Object> items = new ArrayList<>();
            for (Object item : list((scala.collection.Iterable<?>)object))
                items.add(told(item, naming));
            return items;
        }
        if (object.equals(evaluate("inf"))) return Map.of("number", "inf");
        throw new Failure(
            "EREQUEST",
            "expected an integer, a String, a Boolean, a List, a Map, a Function or inf, got " +
                object.getClass().getSimpleName());
    }

    /** An integer of CGSuite, whose own longValue reduces modulo 2^64. */
    static long exact(Object integer) {
        try {
            return Long.parseLong(integer.toString());
        } catch (NumberFormatException e) {
            throw new Failure("ERANGE", "an integer beyond 64 bits: " + integer);
        }
    }

    /** A function's result as a callback value: beyond 64 bits it is infinite. */
    static Object given(Object object) {
        if (object instanceof org.cgsuite.core.Integer) {
            BigInteger value = new BigInteger(object.toString());
            return value.bitLength() > 63 && value.signum() > 0 ? (Long)INFINITE
                                                                : (Long)exact(object);
        }
        if (object instanceof Boolean || object instanceof String ||
            object instanceof scala.collection.Iterable)
            return option(object);
        if (object != null && object.equals(evaluate("inf"))) return INFINITE;
        throw wrongResult();
    }

    /** Options, or the components of one, which are finite. */
    private static Object option(Object object) {
        if (object instanceof Boolean || object instanceof String) return object;
        if (object instanceof org.cgsuite.core.Integer) return exact(object);
        if (!(object instanceof scala.collection.Iterable)) throw wrongResult();
        List<Object> items = new ArrayList<>();
        for (Object item : list((scala.collection.Iterable<?>)object)) items.add(option(item));
        return items;
    }

    private static Failure wrongResult() {
        return new Failure(
            "EREQUEST",
            "a function that Takeaway calls gives an integer, inf, a truth, a String, or options");
    }

    // ---- From Takeaway ----

    /** Replaces the objects of a reply by their values, in the host's thread. `made`: the numbers of the objects. */
    static Object resolve(Host h, Object reply, List<Long> made) {
        if (reply instanceof List) {
            List<Object> items = new ArrayList<>();
            for (Object item : (List<?>)reply) items.add(resolve(h, item, made));
            return items;
        }
        if (!(reply instanceof Map)) return reply;
        Map<String, Object> record = map(reply);
        if (record.get("number") != null && record.size() == 1) {
            return "inf".equals(record.get("number")) ? Double.POSITIVE_INFINITY
                                                      : record.get("number");
        }
        if (!(record.get("object") instanceof Long) || !(record.get("kind") instanceof String)) {
            Map<String, Object> resolved = new LinkedHashMap<>();
            record.forEach((name, item) -> resolved.put(name, resolve(h, item, made)));
            return resolved;
        }
        long object = (Long)record.get("object");
        made.add(object);
        switch ((String)record.get("kind")) {
        case "value":
        case "loopy":
            return new Written(
                (String)ask(h, "on", object, "call", "text", "with", List.of("cgscript")));
        case "sequence": return h.integers(object);
        case "row": return row(h, object, made);
        case "position": return components(h, object);
        default: return shown(h, object, made);
        }
    }

    /** A row of values: integers, most often. */
    private static Object row(Host h, long object, List<Long> made) {
        try {
            return h.integers(object);
        } catch (Failure e) {
            return resolve(h, rows(h, object), made);
        }
    }

    /**
     * An object as its values, if it has several that the Worksheet would show as text on one line: a table as its rows, records
     * in a list. Otherwise its text; of several lines, each is a row of a table.
     */
    private static Object shown(Host h, long object, List<Long> made) {
        String text = (String)text(h, object);
        if (text.indexOf('\n') < 0) return text;
        List<?> rows;
        try {
            rows = (List<?>)rows(h, object);
        } catch (Failure e) {
            if (!e.code.equals("ERAISED")) throw e;
            List<Object> lines = new ArrayList<>();
            for (String line : text.split("\n")) lines.add(List.of(line));
            return new Rows(lines);
        }
        List<Object> resolved = new ArrayList<>();
        boolean grid = !rows.isEmpty();
        for (Object row : rows) {
            grid = grid && row instanceof List;
            resolved.add(resolve(h, row, made));
        }
        return grid ? new Rows(resolved) : resolved;
    }

    private static Object rows(Host h, long object) {
        return ask(h, "operator", "rows", "with", List.of(Map.of("object", object)));
    }

    static Object components(Host h, long position) {
        return ask(h, "operator", "list", "with", List.of(Map.of("object", position)));
    }

    static Object text(Host h, long object) {
        return ask(h, "operator", "text", "with", List.of(Map.of("object", object)));
    }

    private static Object ask(Host h, Object... fields) {
        Map<String, Object> request = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) request.put((String)fields[i], fields[i + 1]);
        return h.ask(request);
    }

    /** The CGScript object of a value, in the caller's thread. */
    static Object internal(Object told) {
        if (told instanceof Long) return integer((Long)told);
        if (told instanceof Double)
            return Double.isInfinite((Double)told) ? evaluate("inf") : told.toString();
        if (told instanceof Written) return evaluate(((Written)told).script);
        if (told instanceof Rows) {
            AnyRefMap<Symbol, Object> variables = new AnyRefMap<>();
            variables.put(Symbol.apply("rows"), internal(((Rows)told).rows));
            return evaluate("Table(rows)", variables);
        }
        if (told instanceof List)
            return ArraySeq.unsafeWrapArray(internals(((List<?>)told).toArray()));
        if (told instanceof long[]) {
            Object[] items = new Object[((long[])told).length];
            for (int i = 0; i < items.length; i++) items[i] = integer(((long[])told)[i]);
            return ArraySeq.unsafeWrapArray(items);
        }
        if (told instanceof Map) {
            HashMap<Object, Object> made = HashMap$.MODULE$.empty();
            for (Map.Entry<String, Object> entry : map(told).entrySet()) {
                made = made.updated(entry.getKey(), internal(entry.getValue()));
            }
            return made;
        }
        return told; // null, a Boolean, a text
    }

    static Object[] internals(Object[] told) {
        Object[] items = new Object[told.length];
        for (int i = 0; i < items.length; i++) items[i] = internal(told[i]);
        return items;
    }

    private static Object integer(long value) {
        return value == INFINITE ? evaluate("inf") : org.cgsuite.core.Integer.apply(value);
    }

    /** The value of CGScript text. Nothing is stored, because `clear` changes CGSuite's values. */
    static Object evaluate(String script) {
        return evaluate(script, new AnyRefMap<>());
    }

    private static Object evaluate(String script, AnyRefMap<Symbol, Object> variables) {
        return org.cgsuite.lang.System$.MODULE$.evaluateObjOrException(script, variables).get();
    }
}
