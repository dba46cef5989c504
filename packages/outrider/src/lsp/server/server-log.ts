/** The last lines that a server wrote, to stderr or as log messages. */
export interface ServerLog {
  add(line: string): void;
  /** Takes a stream in chunks that may end anywhere. */
  addChunk(chunk: Buffer): void;
  lines(): readonly string[];
  /** The last few lines, to explain why it ended. */
  lastWords(): string;
}

const maxLineLength = 2000;
const maxLines = 1000;
const maxLastLines = 5;
const maxQuoted = 300;

export function createServerLog(maxLength = 64 * 1024): ServerLog {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let length = 0;
  let rest = "";

  const add = (line: string): void => {
    const kept = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;
    if (kept.trim() === "") return;
    lines.push(kept);
    length += kept.length;
    while (length > maxLength || lines.length > maxLines) length -= lines.shift()?.length ?? 0;
  };
  const all = (): readonly string[] => (rest.trim() === "" ? [...lines] : [...lines, rest]);

  return {
    add(text) {
      for (const line of text.slice(0, 10 * maxLineLength).split(/\r?\n/)) add(line);
    },
    addChunk(chunk) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
      // A line without an end must not grow without bound; its beginning is the most useful part.
      rest = (parts.pop() ?? "").slice(0, maxLineLength + 1);
      for (const line of parts) add(line);
    },
    lines: all,
    lastWords() {
      const last = all().slice(-maxLastLines);
      // A stack trace may be longer than what is quoted, and the reason is above it.
      const cause = lines.findLast((line) => /^\W*(?:\w*error|panic|fatal)\b[^(]*:/i.test(line));
      const quoted = cause === undefined ? last : [cause];
      return quoted.map((line) => line.slice(0, maxQuoted)).join("\n");
    },
  };
}
