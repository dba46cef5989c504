/** Text as it may be sent: what stands for a byte that is no text is shown as U+FFFD. */
export function showText(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\u{fffd}");
}

/**
 * Whether a text holds half a character. Text from outside that goes into a file must not: before the stand-in of a
 * damaged byte a high half would make a whole character of it, and the byte would be lost.
 */
export function hasHalfCharacter(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
