const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The start of the line that contains a position. Lines end at LF, CRLF and a lone CR, as they do for edits. */
export function lineStartOf(bytes: Buffer, at: number): number {
  if (at <= 0) return 0;
  const feed = bytes.lastIndexOf(lineFeed, at - 1);
  let end = bytes.lastIndexOf(carriageReturn, at - 1);
  while (end > feed && !isLone(bytes, end)) end = end === 0 ? -1 : bytes.lastIndexOf(carriageReturn, end - 1);
  return Math.max(feed, end) + 1;
}

/** The position of the line feed or lone carriage return that ends the line; the length of the bytes if there is none. */
export function lineEndOf(bytes: Buffer, at: number): number {
  const feed = bytes.indexOf(lineFeed, at);
  const last = feed === -1 ? bytes.length : feed;
  const end = bytes.subarray(at, last).indexOf(carriageReturn);
  // Before a line feed it is part of the same line ending.
  return end === -1 || at + end >= last - 1 ? last : at + end;
}

/** Number of lone carriage returns that begin before `end`; the byte after it must be available. */
export function countLoneReturns(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(carriageReturn); at !== -1 && at < end; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (isLone(bytes, at)) count += 1;
  }
  return count;
}

/** At the very end it is unknown what follows. */
function isLone(bytes: Buffer, at: number): boolean {
  return at + 1 < bytes.length && bytes[at + 1] !== lineFeed;
}
