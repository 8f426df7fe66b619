/* Only for the compiler; never in the jar. */
package org.cgsuite.exception;

public class NotShortGameException extends RuntimeException {
    public NotShortGameException(String message, Throwable cause, scala.Option<Object> token) {
        super(message, cause);
    }
}
