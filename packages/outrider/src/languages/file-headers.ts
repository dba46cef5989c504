/** The line that names a script's interpreter. */
export const shebang = /^#![^\n]*/;

/** `package a.b`, which says where the file belongs. */
export const packageClause = /^package\s+[\w.]+;?/;
