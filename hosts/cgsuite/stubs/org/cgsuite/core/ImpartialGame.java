/* Only for the compiler; never in the jar. */
package org.cgsuite.core;

public interface ImpartialGame extends Game {
    Integer nimValue(org.cgsuite.util.TranspositionCache cache);
}
