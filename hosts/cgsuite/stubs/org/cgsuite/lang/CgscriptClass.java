/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class CgscriptClass {
    public scala.Option<CgscriptClass> lookupNestedClass(scala.Symbol id) {
        throw new UnsupportedOperationException();
    }
}
