/* A stand-in without CGSuite: the members that the module uses when it loads. */
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
