/* Only for the compiler; never in the jar. */
package scala.collection.immutable;

public abstract class ArraySeq<A> implements IndexedSeq<A> {
    public static <T> ArraySeq<T> unsafeWrapArray(Object array) {
        throw new UnsupportedOperationException();
    }
}
