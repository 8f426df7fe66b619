/* Only for the compiler; never in the jar. */
package scala.collection.mutable;

public class AnyRefMap<K, V> implements scala.collection.Map<K, V> {
    public scala.collection.Iterator<scala.Tuple2<K, V>> iterator() {
        throw new UnsupportedOperationException();
    }

    public scala.Option<V> put(K key, V value) {
        throw new UnsupportedOperationException();
    }
}
