/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class Function {
    public Object call(Object[] arguments) {
        throw new UnsupportedOperationException();
    }
}
