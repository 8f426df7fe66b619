/* For the compiler alone: never in the jar. */
package scala.collection;

public interface Iterable<A> {
    Iterator<A> iterator();
}
