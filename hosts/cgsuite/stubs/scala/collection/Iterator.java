/* Only for the compiler; never in the jar. */
package scala.collection;

public interface Iterator<A> {
    boolean hasNext();

    A next();
}
