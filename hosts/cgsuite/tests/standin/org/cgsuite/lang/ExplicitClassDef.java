/* A stand-in, where CGSuite is not: as much as the module asks of it when it is loaded. */
package org.cgsuite.lang;

public class ExplicitClassDef implements CgscriptClassDef {
    public final String text;

    public ExplicitClassDef(String text) {
        this.text = text;
    }
}
