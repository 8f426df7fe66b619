package takeaway.cgsuite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.cgsuite.core.Game;
import org.cgsuite.output.Output;
import org.cgsuite.util.Explorer;
import org.cgsuite.util.UiHarness;
import scala.Symbol;
import scala.collection.immutable.Vector;
import scala.collection.mutable.AnyRefMap;

/**
 * Runs inside the real CGSuite, without its windows: CgsuiteTest VALUES EXPORTS, in the tree's folder. The session of
 * docs/hosting.md prints what that page shows. CGSuite's rules and Takeaway's give the same values. Values survive a round
 * trip through either's text. Exported files evaluate to the stated values.
 */
final class CgsuiteTest {
    private static int passed;
    private static int failed;
    private static int unread;

    private CgsuiteTest() {}

    private static void equal(Object expected, Object got, String what) {
        if (expected.equals(got)) {
            passed++;
        } else {
            failed++;
            if (failed < 30) System.out.println(what + ": expected " + expected + "\n  got " + got);
        }
    }

    private static Object value(String script) {
        return Values.evaluate(script);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String printed(Object object) {
        return String.valueOf(org.cgsuite.lang.CgscriptClass.instanceToOutput(object)).trim();
    }

    /** Takeaway reads CGSuite's printing back as the same value. CGSuite prints tinies of more games than Takeaway does. */
    private static void reread(Object value) {
        String text = printed(value);
        String script = "takeaway.Kernel.Ask(takeaway.Kernel.Request(\"value\", [" + quoted(text) +
                        "]), \"ordinal_sum\", [0])";
        try {
            equal(value, value(script), "printed by CGSuite: " + text);
        } catch (RuntimeException e) {
            if (!e.getMessage().contains("tinies and minies are of positive games")) throw e;
            unread++;
        }
    }

    // ---- The session of the page ----

    private static String evaluated(String input, AnyRefMap<Symbol, Object> variables) {
        StringBuilder out = new StringBuilder();
        Vector<Output> lines = org.cgsuite.lang.System.evaluate(input, variables);
        for (Object line : Values.list(lines)) out.append(line).append('\n');
        return out.toString();
    }

    private static void session() throws Exception {
        String page = Files.readString(Path.of("docs/hosting.md"));
        int from = page.indexOf("```cgscript\n");
        String[] lines = page.substring(from + 12, page.indexOf("\n```", from)).split("\n");
        AnyRefMap<Symbol, Object> variables = new AnyRefMap<>();
        for (int i = 0; i < lines.length;) {
            String input = lines[i++];
            if (!input.startsWith("> ")) throw new AssertionError("no input: " + input);
            StringBuilder expected = new StringBuilder();
            while (i < lines.length && !lines[i].startsWith("> "))
                expected.append(lines[i++]).append('\n');
            equal(expected.toString(), evaluated(input.substring(2), variables), input);
        }
    }

    /** Cases outside the session: the input, and the first line of the output. */
    private static void classes() {
        String[] lines = {
            "takeaway.OnePile(\"2k\").LeastMove(20)",
            "2",
            "takeaway.OnePile(k -> 2 * k).Ask(\"losing_sizes\", 50)",
            "[1,2,3,5,8,13,21,34]",
            "takeaway.Subtraction([1, 3, 4]).NimValueSequence(10)",
            "[1,0,1,2,3,2,0,1,0,1]",
            "takeaway.Subtraction([2], allbut => true).CheckPeriodicity(100)",
            "Periodicity(Period => 4, Preperiod => 0, Saltus => 2)",
            "takeaway.Octal(\"0.77\").NimValue(9)",
            "4",
            "takeaway.TwoPile(\"2k\", misere => true).LeastMove(0, 5)",
            "0",
            "takeaway.TwoPile(\"2k\").LeastMove(0, 5)",
            "inf",
            "takeaway.TwoPile(\"2k\").Outcome(9, 14, 2)",
            "N",
            "takeaway.TwoPile(k -> inf).LeastMove(3, 5)",
            "3",
            "takeaway.Rules(\"partizan_subtraction\", [1, 2], [1, 3])(7).CanonicalForm",
            "{0|^[2]}",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\", sandbox => true)(5, 3).NimValue",
            "6",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\")(5, 3).Ask(\"best_move\")",
            "[3,3]",
            "takeaway.Rules(\"nim\")(2, 1).Followers.Size",
            "6",
            "takeaway.Kernel.Reply(\"{\\\"call\\\":\\\"mex\\\",\\\"with\\\":[[0,1]]}\")",
            "\"{\"result\":2}\"",
            "takeaway.Cash([1, 3, 4]).Ask(\"canonical_form\", 5, 3, 2)",
            "1",
            "takeaway.Cash([1, 3, 4]).Ask(\"classify\", 14, 9, inf)[\"winner\"]",
            "\"II\"",
            "takeaway.Cash([1, 3, 4]).Ask(\"frontier\", 5)[1][\"d\"]",
            "1",
            "takeaway.Octal(\"0.7#\").NimValue(3)",
            "Takeaway: octal: code: expected a digit 0-9 A-Z, a list such as {2,3}, or a repeating group in brackets",
            "takeaway.Octal(\"0.07\").CheckPeriodicity(5)",
            "Takeaway: periodicity: octal 0.07: no period is seen among heaps 0 to 5; values up to 2",
            "takeaway.TwoPile(k -> nosuch(k)).LeastMove(9, 7)",
            "That variable is not defined: `nosuch`",
            "takeaway.TwoPile(k -> takeaway.Octal(\"0.7\").NimValue(k)).LeastMove(9, 7)",
            "Takeaway: a function that Takeaway calls may not ask Takeaway",
            "takeaway.Rules(\"nim\")(1/2).NimValue",
            "Takeaway: expected an integer, a String, a Boolean, a List, a Map, a Function or inf, got",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\").NimValueTable(1, 2)",
            "0 | 1 | 2",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\").Ask(\"table\", {\"to\" => 4}).rows[4]",
            "[3,2,1,0,7]",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\").Ask(\"table\", {\"to\" => 2, \"what\" => \"outcome\"}).rows[2]",
            "[\"N\",\"P\",\"N\"]",
            "takeaway.Rules(\"domineering\").GameValueTable(2, 3).rows",
            "[[0,-1,-1],[1,+-1,{2|-1/2}]]",
            "takeaway.Rules(\"kayles\").NimValueSequence(9)",
            "[1,2,3,1,4,3,2,1,4]",
            "takeaway.Rules(\"kayles\").NimValueTable(2, 2)",
            "Takeaway: NimValueTable: expected rules on 2 numbers, got rules on [n]",
            "takeaway.Rules(\"partizan_subtraction\", [1, 2], [1, 3]).Ask(\"sequence\", {\"to\" => 2, \"what\" => \"canonical_form\"})",
            "[0,*,^]",
            "takeaway.Rules(\"nosuch\")",
            "Takeaway: there is no ta.rules.nosuch; print(ta.rules) lists all",
            "takeaway.Rules(\"clober\")",
            "Takeaway: there is no ta.rules.clober; did you mean ta.rules.clobber?",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\")(4)",
            "Takeaway: Rook or Knight(4): the rules take 2 components, got 1",
            "takeaway.LuaRuleset(\"spec/hosts/rules.lua\")(1, 2, 3)",
            "Takeaway: Rook or Knight(1, 2, 3): the rules take 2 components, got 3",
            "takeaway.Rules(\"kayles\")(3, 4, 5).NimValue",
            "6",
            "takeaway.Rules(\"domineering\").Impartial(2, 2)",
            "Takeaway: Impartial: these rules are partizan",
            "takeaway.Octal(\"0.7#\")",
            "Takeaway: octal: code:",
            "takeaway.LuaRuleset(\"nosuch.lua\")",
            "Takeaway: load_rules: nosuch.lua: No such file or directory",
            "takeaway.LuaRuleset(\"nosuch.lua\")(1)",
            "Takeaway: load_rules: nosuch.lua: No such file or directory",
        };
        for (int i = 0; i < lines.length; i += 2) {
            String out = evaluated(lines[i], new AnyRefMap<>());
            equal(true,
                  out.startsWith(lines[i + 1]) &&
                      (out.startsWith("Takeaway") || out.contains(lines[i + 1] + "\n")),
                  lines[i] + " gave " + out);
        }
    }

    // ---- Rules ----

    /** The same positions by CGSuite's rules and ours. Each side is timed as a whole. */
    private static void rules(String name, List<String> theirs, List<String> ours) {
        List<Object> expected = new ArrayList<>();
        List<Object> got = new ArrayList<>();
        value(theirs.get(0) + ".CanonicalForm"); // loads classes, warms kernels
        value(ours.get(0) + ".CanonicalForm");
        long start = System.nanoTime();
        for (String script : theirs) expected.add(value(script + ".CanonicalForm"));
        long middle = System.nanoTime();
        for (String script : ours) got.add(value(script + ".CanonicalForm"));
        long end = System.nanoTime();
        for (int i = 0; i < expected.size(); i++) {
            equal(expected.get(i), got.get(i), theirs.get(i));
            reread(expected.get(i));
            equal(value("(" + theirs.get(i) + ".CanonicalForm).OutcomeClass"),
                  value(ours.get(i) + ".OutcomeClass"), "outcome of " + ours.get(i));
            for (String player : i % 10 == 0 ? new String[] { "Left", "Right" } : new String[0]) {
                String values = "{g.CanonicalForm for g in %s.Options(" + player + ")}";
                equal(value(String.format(values, theirs.get(i))),
                      value(String.format(values, ours.get(i))), "options of " + ours.get(i));
            }
        }
        System.out.printf("%s: %d positions, CGSuite %.0f ms, Takeaway in CGSuite %.0f ms%n", name,
                          expected.size(), (middle - start) / 1e6, (end - middle) / 1e6);
    }

    private static String random(Random random, String letters, int rows, int columns) {
        StringBuilder board = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            if (i > 0) board.append('|');
            for (int j = 0; j < columns; j++)
                board.append(letters.charAt(random.nextInt(letters.length())));
        }
        return board.toString();
    }

    private static void boards(String name, String theirs, String ours, int count,
                               IntFunction<String> board) {
        List<String> their = new ArrayList<>();
        List<String> our = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String text = board.apply(i);
            their.add(theirs + "(\"" + text + "\")");
            our.add(ours + "(\"" + text + "\")"); // rows with `|`, like CGSuite's boards
        }
        rules(name, their, our);
    }

    private static void rules(Random random) {
        boards("Clobber", "game.grid.Clobber", "takeaway.Rules(\"clobber\")", 100,
               i -> random(random, "xo.xo", 2 + i % 2, 3));
        boards("Domineering", "game.grid.Domineering", "takeaway.Rules(\"domineering\")", 100,
               i -> random(random, "....#", 2 + i % 3, 2 + i % 4));
        boards("Toads and Frogs", "game.strip.ToadsAndFrogs", "takeaway.Rules(\"toads_and_frogs\")",
               100, i -> random(random, "tf.", 1, 4 + i % 6));
        List<String> theirs = new ArrayList<>();
        List<String> ours = new ArrayList<>();
        for (int n = 0; n <= 100; n++) {
            theirs.add("game.heap.Kayles(" + n + ")");
            ours.add("takeaway.Rules(\"kayles\")(" + n + ")");
        }
        rules("Kayles", theirs, ours);
        long start = System.nanoTime();
        Object sequence = value("game.heap.Kayles.NimValueSequence(5000)");
        long middle = System.nanoTime();
        equal(true, sequence.equals(value("takeaway.Octal(\"0.77\").NimValueSequence(5000)")),
              "nim values of Kayles");
        System.out.printf("Kayles, 5000 nim values: CGSuite %.0f ms, Takeaway in CGSuite %.0f ms%n",
                          (middle - start) / 1e6, (System.nanoTime() - middle) / 1e6);
    }

    /** Positions of rules in Lua beside CGSuite's own. */
    private static void sums(Random random) {
        for (int i = 0; i < 100; i++) {
            String ours = "takeaway.LuaRuleset(\"hosts/cgsuite/snort.lua\")(\"" +
                          random(random, "...LR", 1, 2 + i % 5) + "\")";
            String theirs = i % 2 == 0 ? "game.strip.ToadsAndFrogs(\"" +
                                             random(random, "tf.", 1, 4 + i % 3) + "\")"
                                       : "game.heap.Kayles(" + i + ")";
            Object sum = value(ours + ".CanonicalForm + " + theirs + ".CanonicalForm");
            equal(sum, value("(" + ours + " + " + theirs + ").CanonicalForm"),
                  ours + " + " + theirs);
            equal(sum, value("(" + theirs + " - (-" + ours + ")).CanonicalForm"),
                  theirs + " - -" + ours);
        }
        String rook = "takeaway.LuaRuleset(\"spec/hosts/rules.lua\")";
        for (int i = 0; i < 36; i++) {
            String at = "(" + i / 6 + ", " + i % 6 + ").NimValue";
            equal(value(rook + ".Impartial" + at), value(rook + at), "an impartial game " + at);
        }
        equal(value("(" + rook + ".Impartial(3, 2) + *2).NimValue"),
              value("(*2 + *" + printed(value(rook + "(3, 2).NimValue")) + ").NimValue"),
              "its sums");
        equal(value("(*1 + *1 + *2).MisereNimValue"),
              value("takeaway.Rules(\"nim\").Impartial(1, 1, 2).MisereNimValue"), "misere");
    }

    /** Impartial positions and CGSuite's own by the same rules: nim values, misere forms and canonical forms of their sums. */
    private static void impartial() throws Exception {
        String theirs =
            "game.heap.CoordinateRuleset((a, b) -> [(a - k, b) for k from 1 to a] Concat "
            +
            "[(a, b - k) for k from 1 to b] Concat [(a - 2, b - k) for k from 1 to 1 where a > 1 and b > 0] "
            + "Concat [(a - 1, b - 2) for k from 1 to 1 where a > 0 and b > 1])(%d, %d)";
        String ours = "takeaway.LuaRuleset(\"spec/hosts/rules.lua\")(%d, %d)";
        String[] questions = { "%1$s.Genus",
                               "(%1$s + *3).NimValue",
                               "(%1$s + *2).MisereCanonicalForm",
                               "(%1$s + %2$s).Genus",
                               "(%1$s + game.heap.Kayles(5)).MisereNimValue",
                               "(%1$s:*2).MisereCanonicalForm",
                               "(*2:%1$s).NimValue",
                               "(%1$s + 1).CanonicalForm",
                               "(%1$s + {1|-1}).GameValue",
                               "(%1$s + on).GameValue",
                               "%1$s.FollowerCount",
                               "(%1$s - 1).MisereOutcomeClass",
                               "(3 * %1$s).CanonicalForm" };
        for (int i = 0; i < 16; i++) {
            for (String question : questions) {
                String[] told = { theirs, ours };
                for (int k = 0; k < 2; k++)
                    told[k] =
                        printed(value(String.format(question, String.format(told[k], i / 4, i % 4),
                                                    String.format(told[k], i % 4, 3))));
                equal(told[0], told[1], question + " at (" + i / 4 + ", " + i % 4 + ")");
            }
        }
        Path rules = Files.createTempFile("cycle", ".lua");
        Files.writeString(
            rules,
            "return { name = 'Cycle', options = function(emit, n) emit(n == 1 and 0 or 1) end }\n");
        String cycle = "takeaway.LuaRuleset(\"" + rules + "\")";
        equal(value(cycle + ".AsGame(1).OutcomeClass"), value(cycle + "(1).OutcomeClass"),
              "a cycle");
        equal(true,
              evaluated("(" + cycle + "(1) + " + cycle + "(0)).NimValue", new AnyRefMap<>())
                  .startsWith("Takeaway: play of this position need not end"),
              "the nim value of a sum of cycles");
        equal(value("0 & 0").getClass() != null,
              value("(" + cycle + ".AsGame(1) + 1).GameValue") != null, "AsGame");
        Files.delete(rules);
    }

    /** Whole values cross the bridge, not position by position: counts the requests. */
    private static void asks() {
        String[] scripts = {
            "takeaway.Rules(\"backsliding_toads_and_frogs\")(\"TT..FF\").GameValue",
            "(takeaway.Rules(\"wythoff\")(60, 90) + 1).CanonicalForm",
            "(takeaway.Rules(\"wythoff\")(60, 90) + takeaway.Rules(\"wythoff\")(70, 80)).NimValue",
            "(20 * takeaway.Rules(\"domineering\")(2, 3)).CanonicalForm",
            "takeaway.Rules(\"domineering\")(3, 4).Followers.Size"
        };
        int[] most = { 8, 8, 12, 60, 60 };
        for (int i = 0; i < scripts.length; i++) {
            long before = Kernel.host().runs();
            value(scripts[i]);
            long asked = Kernel.host().runs() - before;
            equal(true, asked <= most[i], scripts[i] + " asked " + asked + " times");
        }
    }

    /** The Explorer shows the text and the options of our positions. Progress goes to the Worksheet. */
    private static void windows() {
        List<Object> printed = new ArrayList<>();
        UiHarness old = UiHarness.uiHarness();
        UiHarness.setUiHarness(new UiHarness() {
            @Override
            public void clearUiVars() {}

            @Override
            public void print(Object object) {
                printed.add(object.toString());
            }

            @Override
            public Explorer createExplorer(Game game) {
                printed.add(game.toOutput() + " " + game.leftOptions().size() + " " +
                            game.rightOptions().size());
                return () -> game;
            }
        });
        value("cgsuite.ui.Explorer(takeaway.LuaRuleset(\"spec/hosts/rules.lua\")(3, 2))");
        value("cgsuite.ui.Explorer(takeaway.Rules(\"domineering\")(2, 3))");
        Kernel.show("Takeaway: after 5.0 s");
        equal(List.of("Rook or Knight(3, 2) 7 7", "Domineering(\".../...\") 3 4",
                      "Takeaway: after 5.0 s"),
              printed, "windows");
        UiHarness.setUiHarness(old);
    }

    /** Rules whose play need not end: {0|dud} and similar, whose outcomes CGSuite computes from the options. */
    private static void loops() throws Exception {
        Path rules = Files.createTempFile("loops", ".lua");
        Files.writeString(
            rules,
            "local left = { [0] = {}, {1}, {0}, {1}, {}, {1}, {0}, {6, 1} }\n"
                + "local right = { [0] = {}, {1}, {1}, {0}, {1}, {}, {0}, {7} }\n"
                +
                "local function by(list) return function(emit, n) for _, m in ipairs(list[n]) do emit(m) end end end\n"
                + "return { name = 'Loops', left = by(left), right = by(right) }\n");
        String position = "takeaway.LuaRuleset(\"" + rules + "\")(%d)";
        String[] known = { "P", "D", "NHat", "NCheck", "PCheck", "PHat", "N" };
        for (int n = 0; n < 8; n++) {
            String at = String.format(position, n);
            Object outcome = value(at + ".OutcomeClass");
            if (n < known.length) equal(value("game.OutcomeClass." + known[n]), outcome, at);
            equal(value(at + ".GameValue.OutcomeClass"), outcome, "by its options, " + at);
            equal(value(at + ".GameValue + 1"), value("(" + at + " + 1).GameValue"), at + " + 1");
        }
        Files.delete(rules);
    }

    // ---- Values ----

    private static void values(String file) throws Exception {
        int explicit = 0;
        List<String> lines = Files.readAllLines(Path.of(file));
        for (String line : lines) {
            String[] parts = line.split("\t", -1);
            Object read = value(parts[0]);
            if (!parts[1].isEmpty()) {
                explicit ++;
                equal(value(parts[1]), read, parts[0]);
            }
            reread(read);
        }
        System.out.println(lines.size() + " values read as they are meant, " + explicit +
                           " beside their options in braces; " + unread +
                           " names of tinies of no positive games are CGSuite's alone");
    }

    /** What ta.export.cgsuite writes, see tests/exports.lua. */
    private static void exports(String file) throws Exception {
        int checks = 0;
        for (String block : Files.readString(Path.of(file)).split("====\n")) {
            String[] parts = block.split("\n----\n");
            String name = parts[0].substring(0, parts[0].indexOf('\n'));
            String text = parts[0].substring(name.length() + 1);
            AnyRefMap<Symbol, Object> variables = new AnyRefMap<>();
            if (name.equals("g")) {
                equal("", evaluated("g := " + text + ";", variables), text);
            } else {
                org.cgsuite.lang.CgscriptPackage.root().declareClass(
                    Symbol.apply(name), new org.cgsuite.lang.ExplicitClassDef(text),
                    scala.Option.empty());
            }
            for (String check : parts[1].split("\n")) {
                String[] pair = check.split("\t");
                equal(evaluated(pair[1], new AnyRefMap<>()), evaluated(pair[0], variables),
                      pair[0] + " after " + text);
                checks++;
            }
        }
        System.out.println(checks + " questions to what was exported");
    }

    /** Kill Calculation is Thread.interrupt. */
    private static void cancelling() throws Exception {
        Path rules = Files.createTempFile("forever", ".lua");
        Files.writeString(
            rules, "return { name = 'Forever', options = function() while true do end end }");
        String[] out = new String[1];
        for (String script : Arrays.asList(
                 "takeaway.LuaRuleset(\"" + rules + "\")(1).NimValue",
                 "takeaway.TwoPile(k -> begin while true do end; 1 end).LeastMove(18, 21)")) {
            Thread thread = new Thread(() -> out[0] = evaluated(script, new AnyRefMap<>()));
            thread.start();
            Thread.sleep(1000);
            long start = System.nanoTime();
            thread.interrupt();
            thread.join(60000);
            System.out.printf("Thread.interrupt: answered after %.1f ms%n",
                              (System.nanoTime() - start) / 1e6);
            equal("Calculation canceled by user.", String.valueOf(out[0]).split("\n")[0], script);
        }
        Files.delete(rules);
        equal(value("3"), value("takeaway.TwoPile(\"4k\").LeastMove(18, 21)"), "afterwards");
    }

    public static void main(String[] arguments) throws Exception {
        String seed = System.getenv("TAKEAWAY_SEED");
        System.out.println("# seed " + (seed == null ? "20260101" : seed));
        Random random = new Random(seed == null ? 20260101 : Long.parseLong(seed));
        Register.register();
        session();
        classes();
        rules(random);
        sums(random);
        loops();
        impartial();
        asks();
        windows();
        cancelling();
        org.cgsuite.lang.System.clearAll();
        exports(arguments[1]);
        values(arguments[0]);
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 ? 0 : 1);
    }
}
