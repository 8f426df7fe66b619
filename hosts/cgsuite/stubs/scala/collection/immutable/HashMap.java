/* Only for the compiler; never in the jar. */
package scala.collection.immutable;

public abstract class HashMap<K, V> implements scala.collection.Map<K, V> {
    public abstract <W> HashMap<K, W> updated(K key, W value);
}
