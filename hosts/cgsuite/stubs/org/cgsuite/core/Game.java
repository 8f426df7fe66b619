/* Only for the compiler; never in the jar. */
package org.cgsuite.core;

public interface Game {
    scala.collection.Iterable<? extends Game> options(Player player);
}
