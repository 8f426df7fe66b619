/* Only for the compiler; never in the jar. */
package org.cgsuite.util;

public final class UiHarness$ {
    public static final UiHarness$ MODULE$ = null;

    public UiHarness uiHarness() {
        throw new UnsupportedOperationException();
    }
}
