/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class CgscriptPackage {
    public static CgscriptPackage root() {
        throw new UnsupportedOperationException();
    }

    public CgscriptPackage declareSubpackage(String name) {
        throw new UnsupportedOperationException();
    }

    public CgscriptClass declareClass(scala.Symbol id, CgscriptClassDef text, scala.Option<Class<?>> javaClass) {
        throw new UnsupportedOperationException();
    }
}
