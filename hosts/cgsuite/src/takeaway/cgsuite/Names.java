package takeaway.cgsuite;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cgsuite.lang.Function;

/**
 * Names of CGSuite's functions for requests, which are texts. Equal functions have one name, so that equal games are equal.
 * CGScript's objects hold the functions. A name exists as long as one of its functions.
 */
final class Names {
    private final Map<String, List<WeakReference<Function>>> named = new HashMap<>();
    private long last;

    /** The name of a function. Names are never reused. */
    synchronized String name(Function function) {
        named.values().removeIf(known -> {
            known.removeIf(reference -> reference.get() == null);
            return known.isEmpty();
        });
        for (Map.Entry<String, List<WeakReference<Function>>> entry : named.entrySet()) {
            Function known = any(entry.getValue());
            if (known == null || !known.equals(function)) continue;
            boolean isNew = entry.getValue().stream().noneMatch(r -> r.get() == function);
            if (isNew) entry.getValue().add(new WeakReference<>(function));
            return entry.getKey();
        }
        String name = "cgscript " + ++last;
        named.put(name, new ArrayList<>(List.of(new WeakReference<>(function))));
        return name;
    }

    /** A function of this name. */
    synchronized Function function(String name) {
        Function function = any(named.getOrDefault(name, List.of()));
        if (function == null)
            throw new Failure("EREQUEST", "the function of this game is gone; keep it, or its game");
        return function;
    }

    synchronized int size() {
        return named.size();
    }

    private static Function any(List<WeakReference<Function>> known) {
        for (WeakReference<Function> reference : known) {
            Function function = reference.get();
            if (function != null) return function;
        }
        return null;
    }
}
