package takeaway.cgsuite;

import org.openide.modules.ModuleInstall;

/** CGSuite's desktop, a NetBeans application, calls this when it starts. */
public final class Installer extends ModuleInstall {
    private static final long serialVersionUID = 1;

    @Override
    public void restored() {
        Register.register();
    }
}
