/* A stand-in without CGSuite: the members that the module uses when it loads. */
package scala;

public final class Symbol {
    public final String name;

    private Symbol(String name) {
        this.name = name;
    }

    public static Symbol apply(String name) {
        return new Symbol(name);
    }
}
