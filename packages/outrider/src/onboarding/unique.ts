/** Each text once, in the order in which it first came. */
export function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
