import type { Replacement } from "../../workspace/text/text-file.ts";
import { findSecrets } from "../../workspace/secrets/find-secrets.ts";
import { maskValues } from "../../workspace/secrets/mask-values.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { MatchRow, ReplacePreview } from "./schema.ts";

/** The matches of one file, with their numbers in the preview. */
export interface NumberedFile {
  readonly path: string;
  readonly text: string;
  readonly matches: readonly (Replacement & { readonly number: number })[];
}

const maxRows = 40;
const maxFiles = 60;
const longestLine = 160;
const beforeMatch = 60;
const whyHidden = "masked: the line holds a secret";
/** Of a match over many lines. */
const maxLines = 4;

/** Some matches of each file, as many as fit, and the exact number for each of the first files. */
export function showMatches(hidesSecrets: boolean, files: readonly NumberedFile[]): Omit<ReplacePreview, "id"> {
  let left = maxRows;
  const rows = files.slice(0, maxFiles).map(({ path, text, matches }, index) => {
    const share = Math.max(1, Math.floor(left / (Math.min(files.length, maxFiles) - index)));
    const shown = matches.slice(0, Math.min(share, left));
    left -= shown.length;
    const [first = 0, last = 0] = [matches[0]?.number, matches.at(-1)?.number];
    return { file: path, count: matches.length, first, last, matches: rowsOf(text, shown, hidesSecrets) };
  });
  return {
    matches: files.reduce((sum, { matches }) => sum + matches.length, 0),
    in_files: files.length,
    files: rows,
    shown: maxRows - left,
    more_files: files.length - rows.length,
  };
}

function rowsOf(text: string, matches: NumberedFile["matches"], hidesSecrets: boolean): MatchRow[] {
  let [counted, line] = [0, 1];
  return matches.map((match) => {
    for (const _end of text.slice(counted, match.start).matchAll(/\r\n?|\n/g)) line += 1;
    counted = match.start;
    const start = lineStart(text, match.start);
    const end = lineEnd(text, Math.max(match.start, match.end));
    const old = text.slice(start, end);
    if (hidesSecrets && findSecrets(old).length > 0)
      return { id: match.number, line, before: showLines(maskValues(old), 0), after: whyHidden };
    const head = text.slice(Math.max(start, match.start - longestLine - 1), match.start);
    const tail = text.slice(match.end, Math.min(end, match.end + longestLine + 1));
    return {
      id: match.number,
      line,
      before: showLines(old, match.start - start),
      after: showLines(head + match.text + tail, head.length),
    };
  });
}

function lineStart(text: string, at: number): number {
  if (at === 0) return 0;
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

function lineEnd(text: string, at: number): number {
  const rest = /[\r\n]/g;
  rest.lastIndex = at;
  return rest.exec(text)?.index ?? text.length;
}

/** Cut around the match where long. */
function showLines(text: string, match: number): string {
  const lines = text.split(/\r\n?|\n/);
  const shown = lines.slice(0, maxLines).map((line, index) => {
    const from = index === 0 && line.length > longestLine ? Math.max(0, match - beforeMatch) : 0;
    const part = visibleLine(line.slice(from, from + longestLine));
    return `${from > 0 ? "…" : ""}${part}${from + longestLine < line.length ? "…" : ""}`;
  });
  return [...shown, ...(lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : [])].join("\n");
}
