/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public class Repl {
    public static void main(String[] arguments) {
        throw new UnsupportedOperationException();
    }
}
