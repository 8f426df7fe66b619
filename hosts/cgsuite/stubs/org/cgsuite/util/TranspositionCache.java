/* Only for the compiler; never in the jar. */
package org.cgsuite.util;

public class TranspositionCache {}
