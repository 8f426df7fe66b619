package takeaway.cgsuite;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A host of the library, in its own thread. A host belongs to the thread that opened it, but CGSuite may calculate in any
 * thread. A task runs in the host's thread while the caller waits. The task returns events one by one: calls of the caller's
 * functions, which run in the caller's thread, and at last the result. Thread.interrupt of the caller, which Kill
 * Calculation uses, cancels the task. Tasks of several callers wait for each other.
 */
final class Host {
    /** A task for the host's thread. Its exceptions go to the caller. */
    interface Task<T> {
        T run(Host host);
    }

    /** A function of the caller. It gives a Long, a list of them, a String, or a Boolean, see takeaway/host.h. */
    interface Function {
        Object call(Object[] arguments) throws Exception;
    }

    private static final int STACK = 64 << 20;
    private static final long GLANCE =
        20; // milliseconds between cancels, since the first may be too early

    private final Library library = Library.load();
    private final SynchronousQueue<Task<?>> tasks = new SynchronousQueue<>();
    private final SynchronousQueue<Event> events = new SynchronousQueue<>();
    private final SynchronousQueue<Object> answers = new SynchronousQueue<>();
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Map<Long, Function> functions =
        new HashMap<>(); // functions in the library, by key; no key is reused
    private final Library.Body body = this::called; // fields, so they are not collected
    private final Library.Release release = ctx -> functions.remove(Pointer.nativeValue(ctx));
    private final Library.Watcher watcher = this::watched;
    private final Consumer<String> progress;
    private final long patience;
    private volatile double done;
    private volatile long runs;
    private volatile double total;
    private long lastKey;
    private long number;

    /** The end of a task, or, if `function` is not null, a call of it. */
    private static final class Event {
        final Function function;
        final Object[] arguments;
        final Object result;
        final Throwable thrown;

        Event(Function function, Object[] arguments, Object result, Throwable thrown) {
            this.function = function;
            this.arguments = arguments;
            this.result = result;
            this.thrown = thrown;
        }
    }

    /** The first progress report comes after `patience` milliseconds, each next one after twice the time. */
    Host(Consumer<String> progress, long patience) {
        this.progress = progress;
        this.patience = patience;
        Thread thread = new Thread(null, this::work, "Takeaway", STACK);
        thread.setDaemon(true);
        thread.start();
    }

    // ---- The caller's thread ----

    /** The result of a task. Throws CancellationException if the caller was interrupted meanwhile. */
    @SuppressWarnings("unchecked")
    <T> T run(Task<T> task) {
        if (turn.isHeldByCurrentThread()) {
            throw new Failure("EREQUEST", "a function that Takeaway calls may not ask Takeaway");
        }
        try {
            turn.lockInterruptibly();
        } catch (InterruptedException e) {
            throw new CancellationException();
        }
        try {
            return (T)follow(task);
        } finally {
            turn.unlock();
        }
    }

    /** The number of tasks so far. */
    long runs() {
        return runs;
    }

    private Object follow(Task<?> task) {
        runs++;
        done = 0;
        total = 0;
        long begun = System.nanoTime();
        long due = patience; // milliseconds from the beginning to the next report
        boolean interrupted = !hand(tasks, task);
        Throwable thrown =
            null; // by a function of the caller; it takes precedence over Takeaway's error
        while (true) {
            Event event = null;
            try {
                long rest = due - (System.nanoTime() - begun) / 1000000;
                event = events.poll(interrupted ? GLANCE : rest, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (event == null && interrupted) {
                library.ta_host_cancel(number);
            } else if (event == null) {
                progress.accept(report(due));
                due *= 2;
            } else if (event.function != null) {
                Object answer;
                try {
                    if (interrupted) throw new CancellationException();
                    answer = event.function.call(event.arguments);
                } catch (Throwable e) {
                    thrown = e;
                    answer = e;
                }
                interrupted |=
                    !hand(answers, answer == null ? new NullPointerException("no result") : answer);
            } else {
                if (thrown != null && event.thrown != null) throw raised(thrown);
                if (interrupted) throw new CancellationException();
                if (event.thrown != null) throw raised(event.thrown);
                return event.result;
            }
        }
    }

    private String report(long milliseconds) {
        double part = done;
        double whole = total;
        String time = "Takeaway: after " + milliseconds / 1000.0 + " s: ";
        if (part <= 0) return time + "no progress is reported yet";
        if (whole <= 0) return time + String.format(Locale.ROOT, "%.0f steps", part);
        return time + String.format(Locale.ROOT, "%.0f of %.0f steps", part, whole);
    }

    private static RuntimeException raised(Throwable thrown) {
        if (thrown instanceof Error) throw(Error) thrown;
        return thrown instanceof RuntimeException ? (RuntimeException)thrown
                                                  : new IllegalStateException(thrown);
    }

    /** Puts despite interrupts. Returns false if the thread was interrupted meanwhile. */
    private static <T> boolean hand(SynchronousQueue<T> queue, T item) {
        boolean undisturbed = true;
        while (true) {
            try {
                queue.put(item);
                return undisturbed;
            } catch (InterruptedException e) {
                undisturbed = false;
            }
        }
    }

    // ---- The host's thread ----

    private int watched(Pointer ctx, double done, double total) {
        this.done = done;
        this.total = total;
        return 0;
    }

    private void work() {
        number = library.ta_host_open(0);
        if (number != 0) library.ta_host_watch(number, watcher, null);
        String failure = number == 0 ? library.ta_host_error() : null;
        while (true) {
            Event event;
            try {
                Task<?> task = tasks.take();
                if (failure != null) throw new Failure("ENOMEM", failure);
                event = new Event(null, null, task.run(this), null);
            } catch (Throwable e) {
                event = new Event(null, null, null, e);
            }
            hand(events, event);
        }
    }

    /** The reply to a request. */
    String reply(String request) {
        byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
        PointerByReference reply = new PointerByReference();
        LongByReference size = new LongByReference();
        int status = library.ta_host_call(number, bytes, bytes.length, reply, size);
        if (status != Library.OK && status != Library.REPLY)
            throw new Failure("EREQUEST", library.ta_host_error());
        return new String(reply.getValue().getByteArray(0, (int)size.getValue()),
                          StandardCharsets.UTF_8);
    }

    /** The result of a request. */
    Object ask(Map<String, Object> request) {
        Map<?, ?> reply = (Map<?, ?>)Json.read(reply(Json.write(request)));
        Object error = reply.get("error");
        if (error != null) throw new Failure((String)reply.get("code"), (String)error);
        return reply.get("result");
    }

    /** The integers of a sequence, row or table. Infinity is Long.MAX_VALUE. */
    long[] integers(long object) {
        byte[] request =
            ("{\"value\":{\"object\":" + object + "}}").getBytes(StandardCharsets.US_ASCII);
        LongByReference count = new LongByReference();
        int status =
            library.ta_host_integers(number, request, request.length, new long[0], 0, count);
        long[] buffer = new long[0];
        if (status == Library.BUFFER) {
            buffer = new long[Math.toIntExact(count.getValue())];
            status = library.ta_host_integers(number, request, request.length, buffer,
                                              buffer.length, count);
        }
        if (status != Library.OK) throw new Failure("EREQUEST", library.ta_host_error());
        return buffer;
    }

    /** An object for a function. Release it like other objects. The objects made with it keep the function. */
    long function(Function function) {
        LongByReference object = new LongByReference();
        functions.put(++lastKey, function);
        if (library.ta_host_new_function(number, body, new Pointer(lastKey), release, object) !=
            Library.OK) {
            functions.remove(lastKey);
            throw new Failure("EREQUEST", library.ta_host_error());
        }
        return object.getValue();
    }

    /** The number of functions in the library. */
    int functions() {
        return functions.size();
    }

    /** Releases objects. */
    void release(List<Long> objects) {
        if (!objects.isEmpty()) ask(Map.of("release", objects));
    }

    private void called(Pointer ctx, long host, Pointer arguments, int count) {
        try {
            Function function = Objects.requireNonNull(functions.get(Pointer.nativeValue(ctx)));
            hand(events, new Event(function, read(arguments, count), null, null));
            if (give(answers.take()) == Library.OK) library.ta_host_done(number);
        } catch (Throwable e) {
            library.ta_host_fail(number, String.valueOf(e.getMessage()));
        }
    }

    private Object[] read(Pointer arguments, int count) {
        if (count < 0) {
            LongByReference size = new LongByReference();
            byte[] text = library.ta_host_text(number, size).getByteArray(0, (int)size.getValue());
            return new Object[] { new String(text, StandardCharsets.UTF_8) };
        }
        Object[] read = new Object[count];
        for (int i = 0; i < count; i++) read[i] = arguments.getLong(8L * i);
        return read;
    }

    private int give(Object answer) {
        if (answer instanceof Throwable) {
            library.ta_host_fail(number, String.valueOf(((Throwable)answer).getMessage()));
            return 1;
        }
        if (answer instanceof Boolean)
            return library.ta_host_give_truth(number, (Boolean)answer ? 1 : 0);
        if (answer instanceof Long)
            return library.ta_host_give(number, new long[] { (Long)answer }, 1);
        if (answer instanceof String) {
            byte[] text = ((String)answer).getBytes(StandardCharsets.UTF_8);
            return library.ta_host_give_text(number, text, text.length);
        }
        for (Object option :
             (List<?>)answer) { // options, each a Long, a String, or a list of Longs
            int status;
            if (option instanceof List) {
                long[] integers = ((List<?>)option).stream().mapToLong(i -> (Long)i).toArray();
                status = library.ta_host_give(number, integers, integers.length);
            } else {
                status = give(option);
            }
            if (status != 0) return status;
        }
        return 0;
    }
}
