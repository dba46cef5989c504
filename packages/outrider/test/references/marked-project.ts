/**
 * A small project as one text. `=== path` begins a file. `«name»` has to be found as sure, `‹name›` as likely, and every
 * other place with the name not at all.
 */
export interface MarkedProject {
  readonly files: Readonly<Record<string, string>>;
  /** `path:line:column certainty`, lines and columns from 1. */
  readonly expected: readonly string[];
}

export function readMarkedProject(text: string): MarkedProject {
  const files: Record<string, string> = {};
  const expected: string[] = [];
  for (const part of text.split(/^=== /m).slice(1)) {
    const end = part.indexOf("\n");
    const path = part.slice(0, end).trim();
    const lines = part.slice(end + 1).split("\n");
    files[path] = lines
      .map((line, index) =>
        readLine(line, (column, certainty) => expected.push(`${path}:${index + 1}:${column} ${certainty}`)),
      )
      .join("\n");
  }
  return { files, expected };
}

function readLine(line: string, mark: (column: number, certainty: string) => void): string {
  let plain = "";
  for (const letter of line) {
    if (letter === "«" || letter === "‹") mark(plain.length + 1, letter === "«" ? "sure" : "likely");
    else if (letter !== "»" && letter !== "›") plain += letter;
  }
  return plain;
}
