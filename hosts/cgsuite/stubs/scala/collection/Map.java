/* Only for the compiler; never in the jar. */
package scala.collection;

public interface Map<K, V> extends Iterable<scala.Tuple2<K, V>> {}
