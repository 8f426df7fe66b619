/* For the compiler alone: never in the jar. */
package org.cgsuite.output;

public class StyledTextOutput {
    public StyledTextOutput(String text) {}
}
