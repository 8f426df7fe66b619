/* Only for the compiler; never in the jar. */
package org.cgsuite.core;

public interface OutcomeClass extends LoopyOutcomeClass {}
