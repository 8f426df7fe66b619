/* Only for the compiler; never in the jar. */
package org.cgsuite.lang;

public interface CgscriptClassDef {}
