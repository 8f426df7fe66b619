package takeaway.cgsuite;

/** CGSuite's prompt, with Takeaway: java -cp takeaway-cgsuite.jar:cgsuite.jar takeaway.cgsuite.Main [folder]. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Register.register();
        org.cgsuite.lang.Repl.main(arguments);
    }
}
