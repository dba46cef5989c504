/** UTF-8 would give such a text back as another one. */
export function hasLoneSurrogate(text: string): boolean {
  // Without any surrogate, which is the rule, the quick look is enough.
  return /[\ud800-\udfff]/.test(text) && /\p{Surrogate}/u.test(text);
}
