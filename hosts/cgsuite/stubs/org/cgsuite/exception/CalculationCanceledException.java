/* Only for the compiler; never in the jar. */
package org.cgsuite.exception;

public class CalculationCanceledException extends RuntimeException {
    public CalculationCanceledException(String message, Throwable cause, scala.Option<Object> token) {
        super(message, cause);
    }
}
