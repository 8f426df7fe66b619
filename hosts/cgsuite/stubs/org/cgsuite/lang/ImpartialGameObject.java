/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class ImpartialGameObject extends StandardObject implements org.cgsuite.core.ImpartialGame {
    public ImpartialGameObject(CgscriptClass type, Object[] arguments, Object enclosing) {
        super(type, arguments, enclosing);
    }

    @Override
    public org.cgsuite.core.Integer nimValue(org.cgsuite.util.TranspositionCache cache) {
        throw new UnsupportedOperationException();
    }

    public scala.collection.Iterable<org.cgsuite.core.ImpartialGame> decomposition() {
        throw new UnsupportedOperationException();
    }

    @Override
    public scala.collection.Iterable<org.cgsuite.core.ImpartialGame> options(org.cgsuite.core.Player player) {
        throw new UnsupportedOperationException();
    }
}
