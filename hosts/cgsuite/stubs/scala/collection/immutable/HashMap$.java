/* Only for the compiler; never in the jar. */
package scala.collection.immutable;

public class HashMap$ {
    public static final HashMap$ MODULE$ = null;

    public <K, V> HashMap<K, V> empty() {
        throw new UnsupportedOperationException();
    }
}
