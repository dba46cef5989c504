/** More than two of these in one pattern can make a match take polynomial time. */
const maxBranches = 2;
const maxLength = 500;

/**
 * Whether matching is quick whatever the text: no repeated group, few open repetitions. A pattern of a stranger that is
 * not plain is left to the stranger's own server; a wrong one is no pattern at all.
 */
export function isPlainPattern(pattern: string): boolean {
  if (pattern.length > maxLength || /\)[*+?{]|\\[1-9k]/.test(pattern) || !isValid(pattern)) return false;
  const branches = pattern.replaceAll(/\\./g, "").match(/[*+]|\{\d*,\d*\}/g) ?? [];
  return branches.length <= maxBranches;
}

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
