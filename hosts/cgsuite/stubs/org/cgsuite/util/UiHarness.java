/* Only for the compiler; never in the jar. */
package org.cgsuite.util;

public interface UiHarness {
    void print(Object object);
}
