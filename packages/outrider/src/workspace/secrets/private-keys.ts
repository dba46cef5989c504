/** A part of a text that is secret, in UTF-16 code units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** For tests and measurements: the vendor or the rule. */
  readonly what: string;
}

const begin = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const marker = "-----BEGIN ";
const endMarker = "-----END ";
const privateEnd = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
/** Longer than any key that people use: RSA with 16,384 bits has 12 kB. */
const longestBlock = 32_768;

/**
 * The bodies of private keys, line by line, so that line numbers, signs of a diff and quotes around them stay. A key whose
 * beginning or end is cut off counts as far as its lines go on.
 */
export function findPrivateKeys(text: string, found: SecretSpan[]): void {
  let masked = 0;
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + marker.length)) {
    begin.lastIndex = at;
    if (!begin.test(text)) continue;
    masked = findBody(text, begin.lastIndex, bodyEnd(text, begin.lastIndex), found);
  }
  let ended = 0;
  for (let at = text.indexOf(endMarker); at !== -1; at = text.indexOf(endMarker, at + endMarker.length)) {
    privateEnd.lastIndex = at;
    // A beginning that is not there was cut off.
    if (privateEnd.test(text) && at > masked && !text.slice(ended, at).includes(marker)) {
      findBodyBefore(text, Math.max(ended, at - longestBlock), at, found);
    }
    ended = at;
  }
}

/** Up to the end line, the next key or the longest block, whichever comes first. */
function bodyEnd(text: string, from: number): number {
  const next = text.indexOf(marker, from);
  const most = Math.min(from + longestBlock, next === -1 ? text.length : next);
  const end = text.slice(from, most).indexOf(endMarker);
  return end === -1 ? most : from + end;
}

/** Base64 of at least a quarter of a line. */
const chunk = /[A-Za-z0-9+/=]{16,}/g;
/** Between two lines of a body: line ends, numbers of lines, signs of a diff, quotes, escapes. */
const widestGap = 60;

function findBody(text: string, from: number, to: number, found: SecretSpan[]): number {
  const isWhole = text.startsWith(endMarker, to);
  const chunks = chunksIn(text, from, to);
  // Code that only names the first line of a key has words behind it.
  const first = chunks.findIndex(({ start, end }) => end - start >= 32 && /\d/.test(text.slice(start, end)));
  const [body] = chunks.slice(Math.max(first, 0));
  if (first === -1 || body === undefined || (!isWhole && body.start - from > widestHead)) return from;
  let last = body.start;
  for (const span of chunks.slice(first)) {
    // Without an end, what is far from the last line is something else.
    if (!isWhole && span.start - last > widestGap) break;
    found.push(span);
    last = span.end;
  }
  if (isWhole) findRest(text, last, to, found);
  return last;
}

/** Between the first line and the body: how an encrypted key is encrypted. */
const widestHead = 400;

/** The last line of a body may be short. */
function findRest(text: string, from: number, to: number, found: SecretSpan[]): void {
  const tail = text.slice(from, to).replace(/(?:\\[nr]|[^A-Za-z0-9+/=\\]){1,60}$/, "");
  const rest = /[A-Za-z0-9+/]{1,15}={0,2}$/.exec(tail)?.[0];
  if (rest === undefined) return;
  const isEscaped = tail.at(-rest.length - 1) === "\\";
  found.push({
    start: from + tail.length - rest.length + (isEscaped ? 1 : 0),
    end: from + tail.length,
    what: "private key",
  });
}

function findBodyBefore(text: string, from: number, end: number, found: SecretSpan[]): void {
  let next = end;
  for (const span of chunksIn(text, from, end).toReversed()) {
    if (next - span.end > widestGap) break;
    found.push(span);
    next = span.start;
  }
}

function chunksIn(text: string, from: number, to: number): SecretSpan[] {
  return [...text.slice(from, to).matchAll(chunk)].map((match) => {
    // The letter of an escaped line end is not part of the key.
    const escaped = text[from + match.index - 1] === "\\" ? 1 : 0;
    return { start: from + match.index + escaped, end: from + match.index + match[0].length, what: "private key" };
  });
}
