/* A stand-in without CGSuite: the members that the module uses when it loads. */
package org.cgsuite.lang;

public class ExplicitClassDef implements CgscriptClassDef {
    public final String text;

    public ExplicitClassDef(String text) {
        this.text = text;
    }
}
