/* A stand-in, where CGSuite is not: as much as the module asks of it when it is loaded. */
package scala;

public class Option<A> {
    private final A value;

    private Option(A value) {
        this.value = value;
    }

    public static <A> Option<A> apply(A value) {
        return new Option<>(value);
    }

    public static <A> Option<A> empty() {
        return new Option<>(null);
    }

    public A get() {
        return value;
    }
}
