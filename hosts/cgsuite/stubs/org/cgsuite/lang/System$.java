/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class System$ {
    public static final System$ MODULE$ = null;

    public scala.Option<Object> evaluateObjOrException(String input, scala.collection.mutable.AnyRefMap<scala.Symbol, Object> variables) {
        throw new UnsupportedOperationException();
    }
}
