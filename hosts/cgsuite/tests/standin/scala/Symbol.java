/* A stand-in, where CGSuite is not: as much as the module asks of it when it is loaded. */
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
