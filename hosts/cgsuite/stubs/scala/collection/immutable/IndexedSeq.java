/* Only for the compiler; never in the jar. */
package scala.collection.immutable;

public interface IndexedSeq<A> extends scala.collection.Iterable<A> {}
