const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Where the line begins that a place is in. Lines end at LF, CRLF and a lone CR, as they do for edits. */
export function lineStartOf(bytes: Buffer, at: number): number {
  if (at <= 0) return 0;
  const feed = bytes.lastIndexOf(lineFeed, at - 1);
  let end = bytes.lastIndexOf(carriageReturn, at - 1);
  while (end > feed && !isLone(bytes, end)) end = end === 0 ? -1 : bytes.lastIndexOf(carriageReturn, end - 1);
  return Math.max(feed, end) + 1;
}

/** Where the line feed or lone carriage return is that ends the line; the length of the bytes when there is none. */
export function lineEndOf(bytes: Buffer, at: number): number {
  const feed = bytes.indexOf(lineFeed, at);
  const last = feed === -1 ? bytes.length : feed;
  const end = bytes.subarray(at, last).indexOf(carriageReturn);
  // In front of the line feed it is part of the same line end.
  return end === -1 || at + end >= last - 1 ? last : at + end;
}

/** How many lone carriage returns begin before `end`; what follows it has to be at hand. */
export function countLoneReturns(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(carriageReturn); at !== -1 && at < end; at = bytes.indexOf(carriageReturn, at + 1)) {
    if (isLone(bytes, at)) count += 1;
  }
  return count;
}

/** At the very end nobody knows what follows. */
function isLone(bytes: Buffer, at: number): boolean {
  return at + 1 < bytes.length && bytes[at + 1] !== lineFeed;
}
