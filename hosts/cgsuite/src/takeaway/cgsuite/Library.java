package takeaway.cgsuite;

import com.sun.jna.Callback;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

/** The calls of libtakeaway-host, on systems with 64-bit sizes; see takeaway/host.h. */
interface Library extends com.sun.jna.Library {
    int OK = 0;
    int REPLY = 1;
    int BUFFER = 7;

    interface Body extends Callback {
        void invoke(Pointer ctx, long host, Pointer arguments, int count);
    }

    interface Release extends Callback {
        void invoke(Pointer ctx);
    }

    interface Watcher extends Callback {
        int invoke(Pointer ctx, double done, double total);
    }

    String ta_host_error();

    long ta_host_open(long memory);

    int ta_host_call(long host, byte[] request, long length, PointerByReference reply,
                     LongByReference size);

    int ta_host_integers(long host, byte[] request, long length, long[] buffer, long capacity,
                         LongByReference count);

    int ta_host_cancel(long host);

    int ta_host_watch(long host, Watcher watcher, Pointer ctx);

    int ta_host_new_function(long host, Body body, Pointer ctx, Release release,
                             LongByReference object);

    int ta_host_done(long host);

    Pointer ta_host_text(long host, LongByReference length);

    int ta_host_give(long host, long[] integers, int count);

    int ta_host_give_text(long host, byte[] text, long length);

    int ta_host_give_truth(long host, int truth);

    int ta_host_fail(long host, String message);

    /** The library of the jar, with its dependencies; or that of the folder in the property. */
    static Library load() {
        String folder = System.getProperty("takeaway.libraries");
        String path = folder != null ? folder + "/libtakeaway-host.so.0" : unpack().toString();
        return Native.load(path, Library.class,
                           Collections.singletonMap(com.sun.jna.Library.OPTION_STRING_ENCODING,
                                                    StandardCharsets.UTF_8.name()));
    }

    /** Writes the libraries of the jar to a new folder, where each finds the others. */
    private static Path unpack() {
        Path main = null;
        try (InputStream listed = Library.class.getResourceAsStream("natives/list")) {
            if (listed == null) throw new IOException("there are none in the jar");
            Path folder = Files.createTempDirectory("takeaway").toAbsolutePath();
            folder.toFile()
                .deleteOnExit(); // the last registered is deleted first: the files, then the folder
            for (String name : new String(listed.readAllBytes(), StandardCharsets.US_ASCII)
                                   .trim()
                                   .split("\\s+")) {
                Path path = folder.resolve(name);
                path.toFile().deleteOnExit();
                try (InputStream in = Library.class.getResourceAsStream("natives/" + name)) {
                    Files.copy(in, path);
                }
                if (name.startsWith("libtakeaway-host")) main = path;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Takeaway's libraries: " + e.getMessage(), e);
        }
        return main;
    }
}
