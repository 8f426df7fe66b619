/* Only for the compiler; never in the jar. */
package scala;

public abstract class Option<A> {
    public static <A> Option<A> apply(A value) {
        throw new UnsupportedOperationException();
    }

    public static <A> Option<A> empty() {
        return null;
    }

    public abstract A get();
}
