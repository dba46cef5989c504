import { createOutputGuard } from "toolwright";
import type { FileReferences, Reference } from "../../syntax/references/find-references.ts";
import type { Target } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import { platformOf } from "../platform-of.ts";
import { firstRole } from "./roles.ts";
import type { FileRow, Input, LineRow, Output } from "./schema.ts";

const defaultLines = 60;
const defaultFiles = 100;

type Paged = Pick<Output, "files" | "overflow">;

export function pageOf({ output = "lines", offset = 0, limit }: Input, used: readonly FileReferences[]): Paged {
  const most = output === "files" ? defaultFiles : defaultLines;
  const guard = createOutputGuard({ offset, limit }, { maxResults: most });
  if (output === "files") {
    const { items, overflow } = guard.capItems(used.map(fileRow), "limit shows more at once.");
    return { files: [...items], ...(overflow === undefined ? {} : { overflow }) };
  }
  const rows = used.flatMap((file) => linesOf(file).map((row) => ({ file: file.file, row })));
  const { items, overflow } = guard.capItems(rows, 'output: "files" lists the files only.', ({ file }) => file);
  const byFile = new Map<string, LineRow[]>();
  for (const { file, row } of items) byFile.set(file, [...(byFile.get(file) ?? []), row]);
  const files = used.flatMap((file): FileRow[] => {
    const lines = byFile.get(file.file);
    return lines === undefined ? [] : [{ ...fileRow(file), lines }];
  });
  return { files, ...(overflow === undefined ? {} : { overflow }) };
}

/** A use for another platform than that of the symbol may mean another one of its name. */
export function markPlatforms(page: Paged, { file: own }: Target, others: number): Paged {
  if (others === 0) return page;
  const files = page.files.map((row) => {
    const platform = platformOf(row.file);
    return platform === undefined || platform === platformOf(own) ? row : { ...row, platform };
  });
  return { ...page, files };
}

function fileRow({ file, references }: FileReferences): FileRow {
  return { file, count: references.length, likely: countLikely(references) };
}

/** Several references on a line are one row; it is "likely" only if all of them are. */
function linesOf({ references, symbols }: FileReferences): readonly LineRow[] {
  const rows = new Map<number, Reference[]>();
  for (const each of references) rows.set(each.line, [...(rows.get(each.line) ?? []), each]);
  return Array.from(rows, ([line, all]) => {
    const [first] = all;
    const around = first?.within === undefined ? undefined : symbols[first.within];
    const isLikely = all.every(({ certainty }) => certainty === "likely");
    return {
      line: line + 1,
      text: visibleLine(first?.text ?? ""),
      ...(around === undefined ? {} : { in: visibleLine(pathOf(around)) }),
      ...(isLikely ? { likely: true as const } : {}),
      role: firstRole(all),
      columns: all.map(({ column }) => column + 1),
    };
  });
}

export function countLikely(references: readonly Reference[]): number {
  return references.filter(({ certainty }) => certainty === "likely").length;
}

/** Files with sure references first; then those where a receiver is named like the type of the member: `self.view.update` for `View/update`. */
export function byCertainty({ container }: Target): (a: FileReferences, b: FileReferences) => number {
  const plain = (name: string): string => name.replaceAll(/\W|_/g, "").toLowerCase();
  const type = plain(container?.name ?? "");
  const isAlike = ({ receiver }: Reference): boolean =>
    type !== "" && receiver !== undefined && plain(receiver.split(/\W+/).at(-1) ?? "").endsWith(type);
  const rank = ({ references }: FileReferences): number => {
    if (references.some(({ certainty }) => certainty === "sure")) return 0;
    return references.some(isAlike) ? 1 : 2;
  };
  return (a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : 1);
}
