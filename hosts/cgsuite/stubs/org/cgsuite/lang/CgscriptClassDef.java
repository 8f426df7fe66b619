/* For the compiler alone: never in the jar. */
package org.cgsuite.lang;

public interface CgscriptClassDef {}
