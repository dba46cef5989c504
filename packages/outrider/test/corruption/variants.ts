import type { CaseFiles, CorruptionCase } from "./case.ts";

/** How the text of a case may be written to disk. */
export const writings = {
  crlf: { suffix: "with CRLF", write: (text: string) => text.replaceAll("\n", "\r\n") },
  bom: { suffix: "with a byte order mark", write: (text: string) => `\u{feff}${text}` },
  "bom and crlf": {
    suffix: "with a byte order mark and CRLF",
    write: (text: string) => `\u{feff}${text.replaceAll("\n", "\r\n")}`,
  },
  "utf-16le": { suffix: "in UTF-16", write: (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le") },
  "utf-16be": {
    suffix: "in UTF-16, the other way round",
    write: (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le").swap16(),
  },
  latin: { suffix: "in Latin-1", write: (text: string) => Buffer.from(text, "latin1") },
} as const;

export type Writing = keyof typeof writings;

/** The same cases over files that are written in another way; what comes out has to be written in that way, too. */
export function written(cases: readonly CorruptionCase[], writing: Writing): readonly CorruptionCase[] {
  const { suffix, write } = writings[writing];
  return cases.map((each) => ({
    ...each,
    name: `${each.name}, ${suffix}`,
    files: Object.fromEntries(Object.entries(each.files).map(([path, text]) => [path, writeText(text, write)])),
    accepted: each.accepted.map((files) => writeFiles(files, write)),
  }));
}

function writeFiles(files: CaseFiles, write: (text: string) => string | Uint8Array): CaseFiles {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text === null ? null : writeText(text, write)]),
  );
}

function writeText(text: string | Uint8Array, write: (text: string) => string | Uint8Array): string | Uint8Array {
  return typeof text === "string" ? write(text) : text;
}
