/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class ExplicitClassDef implements CgscriptClassDef {
    public ExplicitClassDef(String text) {}
}
