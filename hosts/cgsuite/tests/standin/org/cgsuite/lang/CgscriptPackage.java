/* A stand-in without CGSuite: it prints each declaration, and makes one call of the class that comes with Java. */
package org.cgsuite.lang;

import scala.Option;
import scala.Symbol;

public class CgscriptPackage {
    private final String name;

    private CgscriptPackage(String name) {
        this.name = name;
    }

    public static CgscriptPackage root() {
        return new CgscriptPackage("");
    }

    public CgscriptPackage declareSubpackage(String child) {
        return new CgscriptPackage(name + child + ".");
    }

    public CgscriptClass declareClass(Symbol id, CgscriptClassDef text, Option<Class<?>> javaClass) {
        String answer = "";
        if (javaClass.get() != null) {
            try {
                answer = " " + javaClass.get().getMethod("reply", String.class).invoke(null, "{\"call\":\"mex\",\"with\":[[0,1]]}");
            } catch (ReflectiveOperationException e) {
                e.printStackTrace();
            }
        }
        boolean named = ((ExplicitClassDef) text).text.contains("class " + id.name);
        System.out.println("stand-in: " + (named ? "" : "no class ") + name + id.name + answer);
        return new CgscriptClass();
    }
}
