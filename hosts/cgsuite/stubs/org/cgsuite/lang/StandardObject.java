/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class StandardObject {
    public StandardObject(CgscriptClass type, Object[] arguments, Object enclosing) {}

    public CgscriptClass cls() {
        throw new UnsupportedOperationException();
    }
}
