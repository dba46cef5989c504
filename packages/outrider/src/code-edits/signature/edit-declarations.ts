import { ToolError } from "toolwright";
import type { Span } from "../../languages/language.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { findBodyDoubts } from "./body-doubts.ts";
import { type BodyUses, findBodyUses, noUses, type UsedPlace } from "./body-uses.ts";
import { removedIn, renamedIn } from "./change.ts";
import { describeDeclaration, isOtherOverload } from "./find-overloads.ts";
import { docEdits } from "./doc-entries.ts";
import { canWrite } from "./judge-place.ts";
import { isUnchanged } from "./rewrite-list.ts";
import { type DeclaredList, type FileWork, headEndOf, type ListEdit, type OpenPlace, type Signing } from "./signing.ts";
import { type Declaration, mergeGroups, ownItems, writeParameters } from "./write-parameters.ts";

interface EditedDeclarations {
  readonly work: readonly FileWork[];
  readonly open: readonly OpenPlace[];
  readonly notes: readonly string[];
}

/** The declarations with their new parameters, what their bodies do with those, and what their comments say of them. */
export async function editDeclarations(
  signing: Signing,
  all: readonly DeclaredList[],
  /** Arguments that go, by file: what they use needs nothing. */
  gone: (file: string) => readonly Span[],
): Promise<EditedDeclarations> {
  const work: FileWork[] = [];
  const open: OpenPlace[] = [];
  const used: string[] = [];
  const taken: string[] = [];
  for (const declared of all) {
    const declaration = describeDeclaration(signing, declared, all);
    const { file, symbol, list, start } = declared;
    const line = lineIndexAt(lineStarts(file.text), start);
    const place = { file: file.path, line, text: visibleLine(symbol?.signature ?? ""), at: undefined };
    if (isOtherOverload(signing, declaration, declared)) continue;
    const written = writeParameters(declaration, signing.change, signing.rules);
    if (typeof written === "string") {
      open.push({ ...place, why: written });
      continue;
    }
    const merged = mergeGroups(list, written, file.text);
    if (!canWrite(merged.list, merged.written, file.text)) {
      open.push({ ...place, why: "a comment between its parameters would go or stand elsewhere" });
      continue;
    }
    const headEnd = symbol === undefined ? undefined : headEndOf(symbol);
    const name = { start, end: start + (symbol?.name.length ?? 1) };
    const edit: ListEdit = { list, written, sort: "parameters", name, headEnd, line };
    refuseMembers(signing, declaration, declared);
    const body = await bodyOf(signing, declaration, declared);
    open.push(...(await findBodyDoubts(signing, declared)));
    const isGone = ({ start: at }: UsedPlace): boolean =>
      gone(file.path).some((span) => span.start <= at && at < span.end);
    used.push(...body.used.filter((each) => !isGone(each)).map(({ shown }) => shown));
    taken.push(...body.taken);
    open.push(...body.unclear.filter(({ at }) => at === undefined || !isGone({ start: at.start, shown: "" })));
    const others = [...body.replacements, ...docsOf(signing, declaration, declared)];
    work.push({ file, lists: isUnchanged(list, written) ? [] : [edit], others });
  }
  if (taken.length > 0 && !signing.edit.force) throw nameTaken(taken);
  return { work, open, notes: settleUsed(signing, [...new Set(used)]) };
}

/** A parameter that is a member as well is used as one, wherever values of the type are. */
function refuseMembers({ change, rules }: Signing, declaration: Declaration, { file }: DeclaredList): void {
  const own = ownItems(declaration, rules);
  const concerned = [...removedIn(change), ...renamedIn(change).map(({ index }) => index)];
  for (const index of concerned) {
    const item = own[index];
    if (item === undefined) continue;
    const text = file.text.slice(item.start, item.end);
    if (declaration.list.isRecord !== true && rules.declaresMember?.test(text) !== true) continue;
    throw new ToolError(
      "declares_member",
      `The parameter ${visibleLine(text)} declares a member as well, which code elsewhere may use. Rename or remove that member first. Nothing was changed.`,
    );
  }
}

async function bodyOf(
  { context, change, rules }: Signing,
  declaration: Declaration,
  { file, symbol }: DeclaredList,
): Promise<BodyUses> {
  if (symbol === undefined || !declaration.hasBody) return noUses;
  const own = ownItems(declaration, rules);
  const itemAt = (index: number) => own[index];
  const renamed = renamedIn(change).flatMap(({ index, from, to }) => {
    const item = itemAt(index);
    return item === undefined || item.name !== from ? [] : [{ item, to }];
  });
  const removed = removedIn(change).flatMap((index) => itemAt(index) ?? []);
  const { path, text } = file;
  const bodyStart = declaration.list.end;
  return await findBodyUses(context, { file: path, text, span: symbol.span, rules, bodyStart, renamed, removed });
}

function docsOf(
  { change, rules }: Signing,
  declaration: Declaration,
  { file, symbol }: DeclaredList,
): readonly Replacement[] {
  if (symbol?.docSpan === undefined) return [];
  const own = ownItems(declaration, rules);
  const renamed = renamedIn(change).filter(({ index, from }) => own[index]?.name === from);
  const removed = removedIn(change).flatMap((index) => own[index]?.name ?? []);
  return docEdits(file.text, symbol.docSpan, { renamed, removed });
}

const maxShown = 10;

function showAll(places: readonly string[]): string {
  const more = places.length > maxShown ? `\n and ${places.length - maxShown} more` : "";
  return `${places
    .slice(0, maxShown)
    .map((place) => `\n ${place}`)
    .join("")}${more}`;
}

function settleUsed({ edit: { unproven } }: Signing, used: readonly string[]): readonly string[] {
  if (used.length === 0) return [];
  const what = `What goes is still used in ${countOf(used.length, "place")} of the body`;
  if (unproven === "leave") return [`${what}, left as ${used.length === 1 ? "it is" : "they are"}:${showAll(used)}`];
  throw new ToolError(
    "still_used",
    `${what}:${showAll(used)}\nNothing was changed. Edit these first, or change it with \`unproven\`: "leave".`,
  );
}

function nameTaken(places: readonly string[]): ToolError {
  return new ToolError(
    "name_taken",
    `The new name of a parameter is something else in the function already:${showAll(places)}\nNothing was changed. Choose another name, or set \`force\` where it is no clash.`,
  );
}
