/* Only for the compiler; never in the jar. */
package org.openide.modules;

public class ModuleInstall {
    public void restored() {}
}
