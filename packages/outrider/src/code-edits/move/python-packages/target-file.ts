import { ToolError } from "toolwright";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { replaceChecked } from "../../replace-checked.ts";
import type { SymbolMove } from "../symbol-move.ts";
import type { PythonNeeds } from "./needs.ts";
import { dropNames, importPosition } from "./statements.ts";

const future = /^from\s+__future__\s+import\s+.*$/m;

/** Puts the code at the end of the other file, below the imports that it needs. */
export async function putIntoPython(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
  { lines, drop }: PythonNeeds,
): Promise<readonly string[]> {
  const { target, to, cut, old, leavesUnproven } = move;
  const futures = future.exec(old.file.text)?.[0].trimEnd();
  if (target === undefined) {
    const imports = [...(futures === undefined ? [] : [futures]), ...lines];
    const text = `${imports.length === 0 ? "" : `${imports.join("\n")}\n\n\n`}${cut.text}\n`;
    await draft.create(to, old.file.eol === "\r\n" ? text.replaceAll("\n", "\r\n") : text);
    return [];
  }
  const { file, facts } = target;
  if (futures !== undefined && !future.test(file.text) && file.text.trim() !== "" && !leavesUnproven) {
    throw new ToolError(
      "cannot_prove",
      `${move.name} was not moved: ${showPath(old.file.path)} has \`${futures}\`, ${showPath(to)} does not. Add it there, or use \`unproven\`: "leave".`,
    );
  }
  const end = file.text.trimEnd().length;
  const dropped = new Map(
    drop.map(({ statement }) => [
      statement,
      new Set(drop.filter((each) => each.statement === statement).map(({ name }) => name)),
    ]),
  );
  const changes = [...dropped].flatMap(([statement, names]) =>
    dropNames(file.text, statement, names, lines.length > 0),
  );
  const code = `${cut.text}\n`;
  const at = importPosition(file.text, facts);
  const imports = lines.map((line) => `${line}\n`).join("");
  if (at.offset >= end || lines.length === 0) {
    const head =
      lines.length === 0 ? "" : `${end === 0 ? "" : at.before.startsWith("\n\n") ? "\n\n" : "\n"}${imports.trimEnd()}`;
    const gap = end === 0 && lines.length === 0 ? "" : "\n\n\n";
    const put = { start: end, end: file.text.length, text: `${head}${gap}${code}` };
    return (
      await replaceChecked(context, draft, file, [
        ...changes.map((each) => ({ ...each, end: Math.min(each.end, Math.max(end, each.start)) })),
        put,
      ])
    ).notes;
  }
  const put = { start: end, end: file.text.length, text: `\n\n\n${code}` };
  const added = { start: at.offset, end: at.offset, text: `${at.before}${imports}${at.after}` };
  return (await replaceChecked(context, draft, file, [...changes, added, put])).notes;
}
