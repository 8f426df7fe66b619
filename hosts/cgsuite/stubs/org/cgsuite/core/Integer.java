/* Only for the compiler; never in the jar. */
package org.cgsuite.core;

public interface Integer {
    static Integer apply(long value) {
        throw new UnsupportedOperationException();
    }

    long longValue();
}
