package takeaway.cgsuite;

import org.cgsuite.core.Game;
import org.cgsuite.core.ImpartialGame;
import org.cgsuite.core.Integer;
import org.cgsuite.core.Player;
import org.cgsuite.exception.NotShortGameException;
import org.cgsuite.lang.ImpartialGameObject;
import org.cgsuite.lang.StandardObject;
import org.cgsuite.util.TranspositionCache;
import scala.Symbol;
import scala.collection.Iterable;
import scala.collection.Iterator;
import scala.collection.immutable.ArraySeq;
import scala.collection.immutable.IndexedSeq;

/**
 * A position of impartial rules, of the class HostRuleset.ImpartialPosition in CGScript. Takeaway gives its nim value, also
 * where CGSuite computes a sum. In normal play a sum may replace the position by its nim heap; in misere play it may not.
 * CGSuite decomposes both in the same way. So a position decomposes into a twin of itself. The twin's options for a player,
 * which CGSuite uses in normal play, are those of the nim heap. Its options without a player are the position's own.
 */
public final class ImpartialPosition extends ImpartialGameObject {
    private final StandardObject ruleset;
    private final String maker;
    private final IndexedSeq<?> components;
    private final boolean isTwin;

    ImpartialPosition(StandardObject ruleset, String maker, IndexedSeq<?> components) {
        this(ruleset, maker, components, false);
    }

    private ImpartialPosition(StandardObject ruleset, String maker, IndexedSeq<?> components,
                              boolean isTwin) {
        super(ruleset.cls().lookupNestedClass(Symbol.apply("ImpartialPosition")).get(),
              new Object[] { components }, ruleset);
        this.ruleset = ruleset;
        this.maker = maker;
        this.components = components;
        this.isTwin = isTwin;
    }

    @Override
    public Integer nimValue(TranspositionCache cache) {
        Object value =
            Kernel.askAt(maker, components, "nim_value", ArraySeq.unsafeWrapArray(new Object[0]));
        if (value instanceof Integer) return (Integer)value;
        throw new NotShortGameException(
            "Takeaway: play of this position need not end, and its nim value is no number: " +
                value,
            null, scala.Option.empty());
    }

    @Override
    public Iterable<ImpartialGame> decomposition() {
        return ArraySeq.unsafeWrapArray(new Object[] {
            isTwin ? this : new ImpartialPosition(ruleset, maker, components, true) });
    }

    @Override
    public Iterable<ImpartialGame> options(Player player) {
        Iterator<?> form = isTwin ? Kernel.decomposition(maker, components).iterator() : null;
        if (form == null || !form.hasNext()) return super.options(player);
        return ArraySeq.unsafeWrapArray(Values.list(((Game)form.next()).options(player)).toArray());
    }
}
