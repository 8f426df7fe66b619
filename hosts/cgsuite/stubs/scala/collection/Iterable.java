/* Only for the compiler; never in the jar. */
package scala.collection;

public interface Iterable<A> {
    Iterator<A> iterator();
}
