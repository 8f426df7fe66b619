package takeaway.cgsuite;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.cgsuite.core.LoopyOutcomeClass;
import org.cgsuite.core.Player;
import org.cgsuite.core.impartial.Periodicity;
import org.cgsuite.exception.CalculationCanceledException;
import org.cgsuite.exception.EvalException;
import scala.collection.immutable.IndexedSeq;

/**
 * What CGScript calls: the methods of takeaway.Kernel. A game is named by the request that makes it, a text: so what CGScript
 * keeps are texts and lists, which are equal when the games are, and outlive `clear`. The objects behind them are made when
 * they are asked, and made again when they were long not asked.
 */
public final class Kernel {
    private static final int MOST_GAMES = 256;
    private static final Map<String, String> DRAWN =
        Map.of("LD", "NHat", "DR", "NCheck", "DL", "PHat", "RD", "PCheck");

    private static Host host;
    private static final Names names = new Names();

    /** The objects of the host by the request that makes them; used in the host's thread alone. */
    private static final Map<String, Long> games = new LinkedHashMap<>(16, 0.75f, true);

    private Kernel() {}

    private static synchronized Host host() {
        if (host == null) host = new Host();
        return host;
    }

    // ---- Plain requests ----

    /** The reply to a request in JSON, see docs/hosting.md. */
    public static String reply(String request) {
        return guarded(() -> host().run(h -> h.reply(request)));
    }

    /** `work`, with what it throws as CGSuite shows it. */
    private static <T> T guarded(Supplier<T> work) {
        try {
            return work.get();
        } catch (CancellationException e) {
            throw new CalculationCanceledException("Calculation canceled by user.", e,
                                                   scala.Option.empty());
        } catch (Failure e) {
            throw new EvalException("Takeaway: " + e.getMessage(), e, scala.Option.empty());
        }
    }

    // ---- Games ----

    /** The request for ta.NAME(arguments). */
    public static String request(String name, IndexedSeq<?> arguments) {
        return guarded(() -> {
            List<Object> told = new ArrayList<>();
            for (Object argument : Values.list(arguments)) told.add(told(argument));
            return Json.write(request("call", name, told));
        });
    }

    /** The request for ready rules, made from the arguments where there are any. */
    public static String ready(String name, IndexedSeq<?> arguments) {
        if (arguments.iterator().hasNext()) return request("rules." + name, arguments);
        return Json.write(Map.of("get", "rules." + name));
    }

    /** The request for the rules of a file, another one when the file has been written since. */
    public static String rules(String path, Boolean sandbox) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("sandbox", sandbox ? "process" : (Object) false);
        Map<String, Object> request = request("call", "load_rules", List.of(path, settings));
        request.put("id", new File(path).lastModified());
        return Json.write(request);
    }

    private static Object told(Object argument) {
        return Values.told(argument, names::name);
    }

    /** The result of a request whose functions are named: each is lent for it, and kept by what is made with it. */
    private static Object ask(Host h, Map<String, Object> request) {
        List<Long> lent = new ArrayList<>();
        try {
            return h.ask(Values.map(lend(h, request, lent)));
        } finally {
            h.release(lent);
        }
    }

    private static Object lend(Host h, Object json, List<Long> lent) {
        if (json instanceof List) {
            List<Object> items = new ArrayList<>();
            for (Object item : (List<?>)json) items.add(lend(h, item, lent));
            return items;
        }
        if (!(json instanceof Map)) return json;
        Map<String, Object> record = Values.map(json);
        if (record.size() == 1 && record.get("callback") instanceof String) {
            org.cgsuite.lang.Function function = names.function((String)record.get("callback"));
            lent.add(h.function(a -> Values.given(function.call(Values.internals(a)))));
            return Map.of("object", lent.get(lent.size() - 1));
        }
        Map<String, Object> made = new LinkedHashMap<>();
        record.forEach((name, item) -> made.put(name, lend(h, item, lent)));
        return made;
    }

    private static Map<String, Object> request(String field, Object value, List<?> with) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put(field, value);
        request.put("with", with);
        return request;
    }

    /** The object of a game, in the host's thread. */
    private static long game(Host h, String maker) {
        Long known = games.get(maker);
        if (known != null) return known;
        Object made = ask(h, Values.map(Json.read(maker)));
        if (!(made instanceof Map) || !(((Map<?, ?>)made).get("object") instanceof Long)) {
            throw new Failure("EREQUEST", maker + " is no game");
        }
        long object = (Long)((Map<?, ?>)made).get("object");
        games.put(maker, object);
        if (games.size() > MOST_GAMES) {
            String oldest = games.keySet().iterator().next();
            h.release(List.of(games.remove(oldest)));
        }
        return object;
    }

    /** What a method of an object gives, resolved; the objects that the answer consists of are forgotten. */
    private static Object answer(Host h, Map<String, Object> request, long on) {
        if (on != 0) request.put("on", on);
        List<Long> made = new ArrayList<>();
        try {
            return Values.resolve(h, ask(h, request), made);
        } finally {
            h.release(made);
        }
    }

    /** game:call(arguments). */
    public static Object ask(String maker, String call, IndexedSeq<?> arguments) {
        return guarded(() -> {
            List<Object> told = new ArrayList<>();
            for (Object argument : Values.list(arguments)) told.add(told(argument));
            return Values.internal(
                host().run(h -> answer(h, request("call", call, told), game(h, maker))));
        });
    }

    /** The period of a heap game's nim values. */
    public static Periodicity periodicity(String maker, org.cgsuite.core.Integer to) {
        return guarded(() -> {
            long limit = Values.exact(to);
            Map<?, ?> found = (Map<?, ?>)host().run(
                h -> answer(h, request("call", "periodicity", List.of(limit)), game(h, maker)));
            return new Periodicity(number(found, "period"), number(found, "preperiod"),
                                   number(found, "saltus"));
        });
    }

    private static int number(Map<?, ?> record, String field) {
        return Math.toIntExact((Long)record.get(field));
    }

    // ---- Positions ----

    private interface Asker {
        Object ask(Host h, long position);
    }

    /** What `asker` asks of the position of these components. */
    private static Object at(String maker, IndexedSeq<?> components, Asker asker) {
        return guarded(() -> {
            List<Object> told = new ArrayList<>();
            for (Object component : Values.list(components)) told.add(told(component));
            return host().run(h -> {
                Map<String, Object> request = request("on", game(h, maker), told);
                long position = (Long)((Map<?, ?>)ask(h, request)).get("object");
                try {
                    return asker.ask(h, position);
                } finally {
                    h.release(List.of(position));
                }
            });
        });
    }

    /** The components of the position that the arguments mean: how it is written may be freer. */
    public static IndexedSeq<?> start(String maker, IndexedSeq<?> components) {
        return (IndexedSeq<?>)Values.internal(at(maker, components, Kernel::components));
    }

    private static Object components(Host h, long position) {
        return Values.components(h, position);
    }

    /** position:call(arguments); positions in the answer are lists of their components. */
    public static Object askAt(String maker, IndexedSeq<?> components, String call,
                               IndexedSeq<?> arguments) {
        List<Object> told = new ArrayList<>();
        for (Object argument : Values.list(arguments)) told.add(guarded(() -> told(argument)));
        return Values.internal(at(
            maker, components, (h, position) -> answer(h, request("call", call, told), position)));
    }

    /** The options of a player, each a list of positions that it is the sum of, those lists of components. */
    public static IndexedSeq<?> options(String maker, IndexedSeq<?> components, Player player) {
        String call = player.ordinal() == 1 ? "left_options" : "right_options";
        return (IndexedSeq<?>)Values.internal(
            at(maker, components, (h, position) -> options(h, position, call)));
    }

    private static Object options(Host h, long position, String call) {
        Map<String, Object> request = request("call", call, List.of());
        request.put("on", position);
        List<?> found = (List<?>)h.ask(request);
        List<Long> made = new ArrayList<>();
        for (Object option : found) made.add((Long)Values.map(option).get("object"));
        List<Object> options = new ArrayList<>();
        try {
            for (Object option : found) {
                List<Object> summands = new ArrayList<>();
                for (Map<String, Object> term : Values.terms(h, Values.map(option), made)) {
                    Object summand = Values.resolve(h, term.get("position"), made);
                    for (long i = (Long)term.get("count"); i > 0; i--) summands.add(summand);
                }
                options.add(summands);
            }
        } finally {
            h.release(made);
        }
        return options;
    }

    /** The nim values of heaps 1 to `to`: CGSuite counts lists from 1. */
    public static IndexedSeq<?> sequence(String maker, org.cgsuite.core.Integer to) {
        return guarded(() -> {
            long limit = Values.exact(to);
            long[] values = (long[])host().run(
                h -> answer(h, request("call", "nim_values", List.of(limit)), game(h, maker)));
            return (IndexedSeq<?>)Values.internal(Arrays.copyOfRange(values, 1, values.length));
        });
    }

    /** The canonical form in a list, which is empty where play need not end. */
    public static IndexedSeq<?> decomposition(String maker, IndexedSeq<?> components) {
        Object form = at(maker, components, (h, position) -> {
            try {
                Object value = answer(h, request("call", "canonical_form", List.of()), position);
                return Values.isLoopy(value) ? List.of() : List.of(value);
            } catch (Failure e) {
                if (!e.code.equals("ELOOPY")) throw e;
                return List.of();
            }
        });
        return (IndexedSeq<?>)Values.internal(form);
    }

    /** The position as it prints. */
    public static String text(String maker, IndexedSeq<?> components) {
        return (String)at(maker, components, Values::text);
    }

    /** "N", "P", "L", "R", "D", or with a draw when one of them starts "LD" and its like, as CGSuite has it. */
    public static LoopyOutcomeClass outcomeClass(String outcome) {
        return (LoopyOutcomeClass)Values.evaluate("game.OutcomeClass." +
                                                  DRAWN.getOrDefault(outcome, outcome));
    }
}
