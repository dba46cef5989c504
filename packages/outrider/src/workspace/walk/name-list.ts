import { isUtf8 } from "node:buffer";

export interface ListedName {
  readonly name: string;
  readonly undecodable: boolean;
  /** What matched in the file, in lower case. */
  readonly held?: string;
}

/** Splits chunks at each NUL byte. Only an incomplete name is kept between chunks. */
export function createNameSplitter(): (chunk: Buffer) => ListedName[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const names: ListedName[] = [];
    let start = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
      names.push(readName(bytes.subarray(start, end)));
      start = end + 1;
    }
    rest = bytes.subarray(start);
    return names;
  };
}

/**
 * Splits matches under headings, `name NUL match LF match LF LF`, into one name for each different match. Matches are texts
 * without line breaks, and never empty.
 */
export function createMatchSplitter(): (chunk: Buffer) => ListedName[] {
  let rest: Buffer = Buffer.alloc(0);
  let name: ListedName | undefined;
  const held = new Set<string>();
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const found: ListedName[] = [];
    for (;;) {
      const end = bytes.indexOf(name === undefined ? 0 : lineFeed);
      if (end === -1) break;
      const part = bytes.subarray(0, end);
      bytes = bytes.subarray(end + 1);
      if (name === undefined) name = readName(part);
      else if (part.length === 0) {
        name = undefined;
        held.clear();
      } else {
        const text = part.toString("utf8").toLowerCase();
        if (held.has(text)) continue;
        held.add(text);
        found.push({ ...name, held: text });
      }
    }
    rest = bytes;
    return found;
  };
}

const lineFeed = 0x0a;

/** A name as printed by ripgrep, without the "./" that we added. */
export function readName(bytes: Buffer): ListedName {
  const own = bytes[0] === dot && bytes[1] === slash ? bytes.subarray(2) : bytes;
  if (isUtf8(own)) return { name: own.toString("utf8"), undecodable: false };
  return { name: escapeBytes(own), undecodable: true };
}

const dot = 0x2e;
const slash = 0x2f;

function escapeBytes(bytes: Buffer): string {
  let shown = "";
  for (const character of bytes.toString("latin1")) {
    const code = character.charCodeAt(0);
    shown += code < 0x80 ? character : String.raw`\x${code.toString(16)}`;
  }
  return shown;
}
