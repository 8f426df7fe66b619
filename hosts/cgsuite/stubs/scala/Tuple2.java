/* Only for the compiler; never in the jar. */
package scala;

public class Tuple2<A, B> {
    public A _1() {
        throw new UnsupportedOperationException();
    }

    public B _2() {
        throw new UnsupportedOperationException();
    }
}
