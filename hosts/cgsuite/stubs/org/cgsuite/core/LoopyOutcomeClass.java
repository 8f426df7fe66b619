/* For the compiler alone: never in the jar. */
package org.cgsuite.core;

public interface LoopyOutcomeClass {}
