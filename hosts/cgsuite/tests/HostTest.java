package takeaway.cgsuite;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.cgsuite.exception.CalculationCanceledException;

/** Tests without CGSuite, run in the tree's folder: the table of requests, the caller's functions, cancelling, threads. */
final class HostTest {
    private static int passed;
    private static int failed;

    private static final String FOREVER =
        "{\"call\":\"load_rules\",\"with\":[\"forever\",{\"text\":"
        + "\"return { name = 'F', options = function() while true do end end }\"}]}";

    private HostTest() {}

    private static void equal(Object expected, Object got, String what) {
        if (expected.equals(got)) {
            passed++;
        } else {
            failed++;
            System.out.println(what + ": expected " + expected + ", got " + got);
        }
    }

    private static String message(Class<?> kind, Supplier<?> work) {
        try {
            return "no exception, but " + work.get();
        } catch (RuntimeException e) {
            return kind.isInstance(e) ? e.getMessage() : e.toString();
        }
    }

    private static void requests() throws Exception {
        for (String line : Files.readAllLines(Path.of("spec/hosts/requests.tsv"))) {
            if (line.startsWith("#")) continue;
            String[] parts = line.split("\t");
            equal(parts[1], Kernel.reply(parts[0]), parts[0]);
            equal(parts[1].replaceAll("\\\\u0000", "\0"), written(parts[1]), "JSON");
        }
        if (passed < 200) throw new AssertionError("the table is short");
    }

    /** Read and written again, if that must be equal: without floats and escapes. */
    private static String written(String reply) {
        String again = Json.write(Json.read(reply));
        return reply.matches("(?s).*([0-9]\\.[0-9]|e\\+|\\\\).*")
            ? reply.replaceAll("\\\\u0000", "\0")
            : again;
    }

    private static long object(Host h, String request) {
        return (Long)((Map<?, ?>)h.ask(Values.map(Json.read(request)))).get("object");
    }

    private static long leastMove(Host host, Host.Function function) {
        return host.run(h -> {
            long f = h.function(function);
            long game = object(h, "{\"call\":\"two_pile\",\"with\":[{\"object\":" + f + "}]}");
            return (Long)h.ask(Values.map(
                Json.read("{\"on\":" + game + ",\"call\":\"least_move\",\"with\":[18,21]}")));
        });
    }

    private static void functions() {
        Host host = new Host(line -> {}, 5000);
        Thread here = Thread.currentThread();
        List<Thread> threads = new ArrayList<>();
        Host.Function twice = a -> {
            threads.add(Thread.currentThread());
            return 2 * (Long)a[0];
        };
        Host.Function fails = a -> {
            throw new IllegalArgumentException("not today");
        };
        long two = host.run(h -> {
            long game = object(h, "{\"call\":\"two_pile\",\"with\":[\"2k\"]}");
            return (Long)h.ask(Values.map(
                Json.read("{\"on\":" + game + ",\"call\":\"least_move\",\"with\":[18,21]}")));
        });
        equal(two, leastMove(host, twice), "a function as move function");
        equal(true, threads.stream().allMatch(t -> t == here) && !threads.isEmpty(),
              "functions run in the asker's thread");
        equal("not today", message(IllegalArgumentException.class, () -> leastMove(host, fails)),
              "what a function throws");
        equal("a function that Takeaway calls may not ask Takeaway",
              message(Failure.class, () -> leastMove(host, a -> host.run(again -> 1L))), "asking");
        equal(true, message(Failure.class, () -> leastMove(host, a -> null)).contains("no result"),
              "no result");
        equal(
            Json.read(
                "[{\"kind\":\"position\",\"object\":4,\"text\":\"T(5)\"},{\"kind\":\"position\",\"object\":5,\"text\":\"T(3)\"}]"),
            new Host(line -> {}, 5000).run(h -> {
                long take = h.function(a
                                       -> (Long)a[0] < 2
                                              ? List.of()
                                              : List.of(List.of((Long)a[0] / 2), (Long)a[0] / 3));
                long rules = object(
                    h, "{\"call\":\"ruleset\",\"with\":[{\"name\":\"T\",\"options\":{\"object\":" +
                           take + "}}]}");
                long position = object(h, "{\"on\":" + rules + ",\"with\":[10]}");
                return h.ask(
                    Values.map(Json.read("{\"on\":" + position + ",\"call\":\"options\"}")));
            }),
            "a function as rules");
    }

    /** An integer of CGSuite, whose long holds 64 bits of it. */
    private static org.cgsuite.core.Integer integer(String digits) {
        return new org.cgsuite.core.Integer() {
            @Override
            public long longValue() {
                return new java.math.BigInteger(digits).longValue();
            }

            @Override
            public String toString() {
                return digits;
            }
        };
    }

    private static void integers() {
        String most = String.valueOf(Long.MAX_VALUE);
        String least = String.valueOf(Long.MIN_VALUE);
        for (String digits : List.of("0", "-7", most, least)) {
            equal(Long.valueOf(digits), Values.told(integer(digits), null), "told " + digits);
            equal(Long.valueOf(digits), Values.given(integer(digits)), "given " + digits);
        }
        String beyond = "18446744073709551619"; // 2^64 + 3
        equal("an integer beyond 64 bits: " + beyond,
              message(Failure.class, () -> Values.told(integer(beyond), null)), "beyond 64 bits");
        equal(Long.MAX_VALUE, Values.given(integer(beyond)), "a large value is infinite");
        equal("an integer beyond 64 bits: -" + beyond,
              message(Failure.class, () -> Values.given(integer("-" + beyond))),
              "a value far below");
        String sequence = "{\"call\":\"octal\",\"with\":[\"0.77\"]}";
        equal("Takeaway: an integer beyond 64 bits: " + beyond,
              message(org.cgsuite.exception.EvalException.class,
                      () -> Kernel.sequence(sequence, integer(beyond))),
              "nim values far out");
    }

    /** Returns once the thread is inside the C library, or waits for another thread there. */
    private static void underWay(Thread thread) {
        while (thread.getState() != Thread.State.WAITING &&
               thread.getState() != Thread.State.TIMED_WAITING &&
               Arrays.stream(thread.getStackTrace())
                   .noneMatch(frame -> frame.getClassName().equals("com.sun.jna.Native")))
            Thread.onSpinWait();
    }

    /** The exception of `work`, interrupted while it runs, or before it begins. */
    private static Throwable interrupted(Runnable work, boolean before) throws Exception {
        return interrupted(work, before, null);
    }

    /** The same. `work` signals by `reached` that it runs. */
    private static Throwable interrupted(Runnable work, boolean before, CountDownLatch reached)
        throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            if (before) Thread.currentThread().interrupt();
            started.countDown();
            try {
                work.run();
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        thread.start();
        started.await();
        if (!before) {
            if (reached == null) underWay(thread);
            else reached.await();
            thread.interrupt();
        }
        thread.join(60000);
        return thread.isAlive() ? new AssertionError("it goes on") : thrown[0];
    }

    private static void cancelling() throws Exception {
        Host host = new Host(line -> {}, 5000);
        long position =
            host.run(h -> object(h, "{\"on\":" + object(h, FOREVER) + ",\"with\":[1]}"));
        String endless = "{\"on\":" + position + ",\"call\":\"nim_value\"}";
        Runnable work = () -> host.run(h -> h.ask(Values.map(Json.read(endless))));
        equal(CancellationException.class, interrupted(work, false).getClass(), "Thread.interrupt");
        equal(CancellationException.class, interrupted(work, true).getClass(),
              "Thread.interrupt before it begins");
        equal(1L, host.run(h -> 1L), "afterwards");
        CountDownLatch asleep = new CountDownLatch(1);
        Host.Function sleeps = a -> {
            asleep.countDown();
            Thread.sleep(600000);
            return 1L;
        };
        equal(true, interrupted(() -> leastMove(host, sleeps), false, asleep) != null,
              "Thread.interrupt in a function");
        Runnable endlessly = () -> host.run(h -> h.ask(Values.map(Json.read(endless))));
        Thread busy = new Thread(() -> interruptedQuietly(endlessly));
        busy.start();
        underWay(busy);
        equal(CancellationException.class, interrupted(work, false).getClass(),
              "Thread.interrupt while it waits for another");
        busy.interrupt();
        busy.join();
    }

    private static void interruptedQuietly(Runnable work) {
        try {
            work.run();
        } catch (CancellationException e) {
            // expected
        }
    }

    /** Functions that were passed and dropped are freed. So are CGScript's, with their games and names. */
    private static void freed(int count) {
        Host host = new Host(line -> {}, 5000);
        List<Host.Function> kinds = List.of(
            a -> 2 * (Long)a[0], a -> { throw new IllegalStateException("no"); }, a -> null);
        for (Host.Function kind : kinds) {
            for (int i = 0; i < count; i++) {
                try {
                    host.run(h -> {
                        List<Long> made = new ArrayList<>(List.of(h.function(kind)));
                        made.add(object(h, "{\"call\":\"two_pile\",\"with\":[{\"object\":" +
                                               made.get(0) + "}]}"));
                        try {
                            return h.ask(
                                Values.map(Json.read("{\"on\":" + made.get(1) +
                                                     ",\"call\":\"least_move\",\"with\":[3,5]}")));
                        } finally {
                            h.release(made);
                        }
                    });
                } catch (RuntimeException e) {
                    // expected
                }
            }
            equal(true, host.run(Host::functions) <= 40, "functions are freed");
        }
        Names names = new Names();
        org.cgsuite.lang.Function one = function(), other = function();
        String name = names.name(one);
        equal(name, names.name(one), "a function has one name");
        equal(false, name.equals(names.name(other)), "another has another");
        equal(one, names.function(name), "a name has its function");
        WeakReference<Object> last = null;
        for (int i = 0; i < 1000; i++) {
            org.cgsuite.lang.Function made = function();
            names.name(made);
            last = new WeakReference<>(made);
        }
        while (last.get() != null) System.gc(); // the last one is gone, and so are the earlier ones
        names.name(one);
        equal(true, names.size() < 100, "names are freed");
        equal("the function of this game is gone; keep it, or its game",
              message(Failure.class, () -> names.function("cgscript 500")),
              "a name without a function");
    }

    private static org.cgsuite.lang.Function function() {
        return new org.cgsuite.lang.Function() {
            @Override
            public Object call(Object[] arguments) {
                return integer("2");
            }
        };
    }

    /** A query of minutes is cancelled after a progress report. */
    private static void progress() {
        List<String> told = new ArrayList<>();
        Host host = new Host(line -> {
            told.add(line);
            if (line.contains(" steps")) Thread.currentThread().interrupt();
        }, 1);
        String end = "answered";
        try {
            host.run(h -> {
                long game = object(h, "{\"call\":\"octal\",\"with\":[\"0.07\"]}");
                return h.ask(
                    Values.map(Json.read("{\"on\":" + game + ",\"call\":\"misere_quotient\"}")));
            });
        } catch (CancellationException e) {
            end = "cancelled";
        }
        equal("cancelled", end, "interrupted by a report of progress");
        equal(true, told.get(told.size() - 1).contains(" steps"), "the last report");
        for (int i = 0; i + 1 < told.size(); i++) {
            equal("Takeaway: after " + (1 << i) / 1000.0 + " s: no progress is reported yet",
                  told.get(i), "each report after twice the time");
        }
    }

    private static void kernel() throws Exception {
        String made = Kernel.reply(FOREVER);
        long rules = (Long)((Map<?, ?>)((Map<?, ?>)Json.read(made)).get("result")).get("object");
        String at = Kernel.reply("{\"on\":" + rules + ",\"with\":[1]}");
        long position = (Long)((Map<?, ?>)((Map<?, ?>)Json.read(at)).get("result")).get("object");
        Throwable thrown = interrupted(
            () -> Kernel.reply("{\"on\":" + position + ",\"call\":\"nim_value\"}"), false);
        equal(CalculationCanceledException.class, thrown.getClass(),
              "what CGSuite sees of a cancelled call");
        thrown = interrupted(() -> Kernel.reply("{}"), true);
        equal(CalculationCanceledException.class, thrown.getClass(),
              "and of one that was cancelled before");
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            freed(Integer.parseInt(arguments[0]));
            System.out.println("functions handed over by CGSuite and dropped, by kind of call: " +
                               (passed + failed) + " tried, " + failed + " failed");
            System.exit(failed == 0 ? 0 : 1);
        }
        requests();
        functions();
        integers();
        freed(200);
        cancelling();
        progress();
        kernel();
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
