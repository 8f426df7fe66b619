/* Only for the compiler; never in the jar. */
package org.cgsuite.core.impartial;

public class Periodicity {
    public Periodicity(int period, int preperiod, int saltus) {}
}
