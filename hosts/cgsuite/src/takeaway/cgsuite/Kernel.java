package takeaway.cgsuite;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.cgsuite.core.Game;
import org.cgsuite.core.LoopyOutcomeClass;
import org.cgsuite.core.Player;
import org.cgsuite.core.impartial.Periodicity;
import org.cgsuite.exception.CalculationCanceledException;
import org.cgsuite.exception.EvalException;
import org.cgsuite.lang.StandardObject;
import org.cgsuite.output.StyledTextOutput;
import org.cgsuite.util.UiHarness$;
import scala.collection.immutable.ArraySeq;
import scala.collection.immutable.IndexedSeq;

/**
 * The methods of takeaway.Kernel, which CGScript calls. A text, the request that makes a game, names the game. So CGScript
 * holds only texts and lists, which are equal when the games are, and which survive `clear`. The objects are made when first
 * used, and made again if they were unused for long.
 */
public final class Kernel {
    private static final int MOST_GAMES = 256;
    private static final int MOST_POSITIONS = 1 << 14; // whose options are stored
    private static final int MOST_AHEAD = 256; // positions whose options one request fetches
    private static final long PATIENCE = 5000;
    private static final Map<String, String> DRAWN =
        Map.of("LD", "NHat", "DR", "NCheck", "DL", "PHat", "RD", "PCheck");

    private static Host host;
    private static final Names names = new Names();

    /** The objects of the host by the request that makes them; only the host's thread uses them. */
    private static final Map<String, Long> games = new LinkedHashMap<>(16, 0.75f, true);

    /** By maker and components: the options, "left" and "right", and the canonical form. By maker: cache misses. */
    private static final Map<List<Object>, Map<String, Object>> known = kept(MOST_POSITIONS);
    private static final Map<List<Object>, List<?>> forms = kept(MOST_POSITIONS);
    private static final Map<String, java.lang.Integer> missed = kept(MOST_GAMES);
    private static final Map<String, Set<Object>> pending =
        kept(MOST_GAMES); // seen as options, with unknown options
    private static final Map<String, Traits> traits = kept(MOST_GAMES);
    private static final Map<String, Boolean> sound =
        kept(MOST_GAMES); // makers that made a game

    private Kernel() {}

    private static <K, V> Map<K, V> kept(int most) {
        return Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        });
    }

    static synchronized Host host() {
        if (host == null) host = new Host(Kernel::show, PATIENCE);
        return host;
    }

    /** A line in the Worksheet, or at the prompt, during the calculation. */
    static void show(String line) {
        UiHarness$.MODULE$.uiHarness().print(new StyledTextOutput(line));
    }

    // ---- Plain requests ----

    /** The reply to a request in JSON, see docs/hosting.md. */
    public static String reply(String request) {
        return guarded(() -> host().run(h -> h.reply(request)));
    }

    /** Runs `work`, and converts its exceptions to those that CGSuite shows. */
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

    /** Makes the game of a request at once, so that an error appears at once. */
    private static String made(String maker) {
        if (!sound.containsKey(maker)) guarded(() -> host().run(h -> game(h, maker)));
        sound.put(maker, true);
        return maker;
    }

    /** The request for ta.NAME(arguments). */
    public static String request(String name, IndexedSeq<?> arguments) {
        return guarded(() -> {
            List<Object> told = toldAll(arguments);
            return made(Json.write(request("call", name, told)));
        });
    }

    /** The request for ready rules, called with the arguments if there are any. */
    public static String ready(String name, IndexedSeq<?> arguments) {
        if (arguments.iterator().hasNext()) return request("rules." + name, arguments);
        return made(Json.write(Map.of("get", "rules." + name)));
    }

    /** The request for the rules of a file. It changes when the file is written. */
    public static String rules(String path, Boolean sandbox) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("sandbox", sandbox ? "process" : (Object) false);
        Map<String, Object> request = request("call", "load_rules", List.of(path, settings));
        request.put("id", new File(path).lastModified());
        return made(Json.write(request));
    }

    private static Object told(Object argument) {
        return Values.told(argument, names::name);
    }

    /** The result of a request that names functions. Each is lent to it; the objects made with it keep it. */
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

    /** The result of a method of an object, resolved. The objects of the answer are released. */
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
            List<Object> told = toldAll(arguments);
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

    /** Traits of rules: the number of coordinates (0 if that varies), and whether they are impartial. */
    private static final class Traits {
        final long numbers;
        final Object partizan;
        final boolean normal;

        Traits(Host h, long rules) {
            partizan = field(h, rules, "partizan");
            normal = field(h, rules, "terminal") == null;
            Object names = field(h, rules, "parts") == null ? field(h, rules, "names") : null;
            numbers = names instanceof Long ? (Long)names : 0;
        }

        private static Object field(Host h, long rules, String name) {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("on", rules);
            request.put("get", name);
            Object value = h.ask(request);
            if (value instanceof Map) h.release(List.of((Long)((Map<?, ?>)value).get("object")));
            return value;
        }
    }

    private static Traits traits(String maker) {
        Traits found = traits.get(maker);
        if (found == null) {
            found = host().run(h -> new Traits(h, game(h, maker)));
            traits.put(maker, found);
        }
        return found;
    }

    private interface Asker {
        Object ask(Host h, long position);
    }

    private static List<Object> toldAll(IndexedSeq<?> items) {
        List<Object> told = new ArrayList<>();
        for (Object item : Values.list(items)) told.add(told(item));
        return told;
    }

    /** Runs `asker` on the position of these components. */
    private static Object at(String maker, List<Object> components, Asker asker) {
        return host().run(h -> {
            Map<String, Object> request = request("on", game(h, maker), components);
            long position = (Long)((Map<?, ?>)ask(h, request)).get("object");
            try {
                return asker.ask(h, position);
            } finally {
                h.release(List.of(position));
            }
        });
    }

    /** The components of the position. The arguments may use another notation. */
    public static IndexedSeq<?> start(String maker, IndexedSeq<?> components) {
        return guarded(() -> {
            long numbers = traits(maker).numbers;
            return (IndexedSeq<?>)Values.internal(at(maker, toldAll(components), (h, position) -> {
                List<?> found = (List<?>)Values.components(h, position);
                if (numbers == 0 || numbers == found.size()) return found;
                throw new Failure("ERAISED", Values.text(h, position) + ": the rules take " +
                                                 numbers +
                                                 (numbers == 1 ? " component" : " components") +
                                                 ", got " + found.size());
            }));
        });
    }

    /** Are the rules impartial, and played in normal play? */
    public static Boolean isImpartial(String maker) {
        return guarded(() -> Boolean.FALSE.equals(traits(maker).partizan) && traits(maker).normal);
    }

    /** The position as an ImpartialGame of CGSuite. */
    public static Object impartial(Object ruleset, String maker, IndexedSeq<?> components) {
        return guarded(() -> {
            if (Boolean.TRUE.equals(traits(maker).partizan))
                throw new Failure("EPARTIZAN", "Impartial: these rules are partizan");
            return new ImpartialPosition((StandardObject)ruleset, maker, components);
        });
    }

    /** position:call(arguments); positions in the answer are lists of their components. */
    public static Object askAt(String maker, IndexedSeq<?> components, String call,
                               IndexedSeq<?> arguments) {
        return guarded(() -> {
            List<Object> told = toldAll(arguments);
            return Values.internal(
                at(maker, toldAll(components),
                   (h, position) -> answer(h, request("call", call, told), position)));
        });
    }

    /** The options of a player. Each is a sum: a list of positions, which are lists of components. */
    public static IndexedSeq<?> options(String maker, IndexedSeq<?> components, Player player) {
        String side = player.ordinal() == 1 ? "left" : "right";
        return guarded(() -> {
            List<Object> told = toldAll(components);
            Map<String, Object> options = known.get(List.of(maker, told));
            if (options == null) options = fetch(maker, told);
            return (IndexedSeq<?>)Values.internal(options.get(side));
        });
    }

    /** The options of a position. After many queries of the rules also those of followers, breadth first. */
    private static Map<String, Object> fetch(String maker, List<Object> components) {
        int ahead = missed.merge(maker, 1, (n, one) -> Math.min(2 * n, MOST_AHEAD));
        return host().run(h -> {
            Set<Object> left = pending.computeIfAbsent(maker, m -> new LinkedHashSet<>());
            Map<String, Object> first = null;
            List<Object> wave = List.of(components);
            for (int count = wave.size(); !wave.isEmpty(); count += wave.size()) {
                List<Object> with = List.of(Map.of("object", game(h, maker)), wave);
                List<?> found = (List<?>)h.ask(request("operator", "options", with));
                for (int i = 0; i < found.size(); i++) {
                    Map<String, Object> options = Values.map(found.get(i));
                    if (first == null) first = options;
                    known.put(List.of(maker, wave.get(i)), options);
                    for (Object side : options.values())
                        for (Object option : (List<?>)side) left.addAll((List<?>)option);
                }
                left.removeIf(position -> known.containsKey(List.of(maker, position)));
                if (left.size() > MOST_POSITIONS) left.clear();
                int most = found.size() < wave.size() ? 0 : ahead - count;
                wave = left.stream().limit(Math.max(most, 0)).collect(Collectors.toList());
            }
            return first;
        });
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

    /** The results of `what` for the positions from `from` to `to`: a List for one coordinate, a Table for two. */
    public static Object survey(String maker, String call, String what,
                                org.cgsuite.core.Integer from, IndexedSeq<?> to) {
        return guarded(() -> {
            List<Object> last = toldAll(to);
            Map<String, Object> settings = new LinkedHashMap<>();
            settings.put("what", what);
            settings.put("from", Values.exact(from));
            return Values.internal(host().run(h -> {
                Map<String, Object> reach = new LinkedHashMap<>();
                List<?> names =
                    (List<?>)answer(h, request("call", "coordinates", List.of()), game(h, maker));
                if (names.size() != last.size()) {
                    throw new Failure("ERAISED", call + ": expected rules on " + last.size() +
                                                     (last.size() == 1 ? " number" : " numbers") +
                                                     ", got rules on " + names);
                }
                for (int i = 0; i < last.size(); i++) reach.put((String)names.get(i), last.get(i));
                settings.put("to", reach);
                return answer(
                    h, request("call", last.size() == 1 ? "sequence" : "table", List.of(settings)),
                    game(h, maker));
            }));
        });
    }

    /** The canonical form in a list, which is empty if that is no Game of CGSuite, such as on & off. */
    public static IndexedSeq<?> decomposition(String maker, IndexedSeq<?> components) {
        return guarded(() -> {
            List<Object> told = toldAll(components);
            List<?> form = forms.get(List.of(maker, told));
            if (form == null) {
                form = (List<?>)at(maker, told, Kernel::form);
                forms.put(List.of(maker, told), form);
            }
            Object value = form.isEmpty() ? null : Values.internal(form.get(0));
            Object[] parts = value instanceof Game ? new Object[] { value } : new Object[0];
            return ArraySeq.unsafeWrapArray(parts);
        });
    }

    private static List<Object> form(Host h, long position) {
        try {
            return List.of(answer(h, request("call", "canonical_form", List.of()), position));
        } catch (Failure e) {
            if (!e.code.equals("ELOOPY")) throw e;
            return List.of();
        }
    }

    /** The position as it prints. */
    public static String text(String maker, IndexedSeq<?> components) {
        return guarded(() -> (String)at(maker, toldAll(components), Values::text));
    }

    /** "N", "P", "L", "R", "D", or, with a draw when one player starts, "LD" and similar, as in CGSuite. */
    public static LoopyOutcomeClass outcomeClass(String outcome) {
        return (LoopyOutcomeClass)Values.evaluate("game.OutcomeClass." +
                                                  DRAWN.getOrDefault(outcome, outcome));
    }
}
