/* Only for the compiler; never in the jar. */
package org.cgsuite.output;

public class StyledTextOutput {
    public StyledTextOutput(String text) {}
}
