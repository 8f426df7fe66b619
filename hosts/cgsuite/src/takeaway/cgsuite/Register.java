package takeaway.cgsuite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.cgsuite.lang.CgscriptPackage;
import org.cgsuite.lang.ExplicitClassDef;
import scala.Option;
import scala.Symbol;

/** Declares the package takeaway to CGSuite: takeaway.Kernel with its Java class, and the classes written in CGScript. */
public final class Register {
    private static boolean done;

    private Register() {}

    /** Declares it once, however often it is called. */
    public static synchronized void register() {
        if (done) return;
        CgscriptPackage takeaway = CgscriptPackage.root().declareSubpackage("takeaway");
        for (String name : resource("classes").trim().split("\\s+")) {
            Option<Class<?>> javaClass =
                name.equals("Kernel") ? Option.apply(Kernel.class) : Option.empty();
            takeaway.declareClass(Symbol.apply(name), new ExplicitClassDef(resource(name + ".cgs")),
                                  javaClass);
        }
        done = true;
    }

    private static String resource(String name) {
        try (InputStream in = Register.class.getResourceAsStream("cgs/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
