/* Only for the compiler; never in the jar. */
package org.cgsuite.exception;

public class EvalException extends RuntimeException {
    public EvalException(String message, Throwable cause, scala.Option<Object> token) {
        super(message, cause);
    }
}
