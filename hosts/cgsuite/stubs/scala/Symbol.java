/* Only for the compiler; never in the jar. */
package scala;

public final class Symbol {
    public static Symbol apply(String name) {
        throw new UnsupportedOperationException();
    }
}
