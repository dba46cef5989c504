import type { AskedPlace } from "../../syntax/signatures/signature-lists.ts";
import type { Span } from "../../languages/language.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { ToolError } from "toolwright";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { DraftFile } from "../draft.ts";
import { editedBefore } from "../workspace-edit/collect-edit.ts";
import type { Family } from "./find-family.ts";
import type { FilePlaces, FoundPlaces } from "./find-places.ts";
import { canWrite, judgePlace, takesCount } from "./judge-place.ts";
import { mapCall } from "./map-call.ts";
import { doubtOfOrder } from "./order-doubt.ts";
import { type DeclaredList, type FileWork, headEndOf, type ListEdit, type OpenPlace, type Signing } from "./signing.ts";

export interface JudgedPlaces {
  /** All declarations, that of the caller first. */
  readonly declared: readonly DeclaredList[];
  readonly calls: readonly FileWork[];
  readonly open: readonly OpenPlace[];
  readonly notes: readonly string[];
}

/** What is to be done at each place, in all files. */
export async function judgePlaces(signing: Signing, family: Family, found: FoundPlaces): Promise<JudgedPlaces> {
  const { main, target } = signing;
  const declared: DeclaredList[] = [main];
  const calls: FileWork[] = [];
  const open: OpenPlace[] = [];
  const swapped: string[] = [];
  const { members, made, below } = family;
  const rivals = found.isComplete ? [] : await rivalsOf(signing);
  const heads: FilePlaces[] = members.map(({ file, symbol }) => ({
    file,
    symbols: [symbol],
    places: [{ at: { ...placeOf(symbol), role: "definition" }, why: undefined }],
  }));
  for (const { file: path, symbols, places } of mergeFiles([...heads, ...found.files])) {
    const file = await readCurrent(signing, path);
    const asked = places.map(({ at }): AskedPlace => {
      const symbol = symbols.find(({ nameSpan }) => nameSpan.start === at.start);
      const isHead = at.role === "definition" && symbol !== undefined;
      return { start: at.start, end: at.start + at.name.length, headEnd: isHead ? headEndOf(symbol) : undefined };
    });
    for (const { at } of places) if (!file.text.startsWith(at.name, at.start)) throw changedMeanwhile(path);
    const read = await signing.context.symbols.listsOf(
      { file: file.path, text: file.text, places: asked },
      signing.context,
    );
    const lists: ListEdit[] = [];
    for (const [index, place] of places.entries()) {
      const judged = judgePlace(signing, { place, read: read?.places[index], owner: { file, symbols }, rivals });
      if (judged.kind === "declared") declared.push(judged.declared);
      if (judged.kind === "open") open.push(withWork(judged.open, file));
      if (judged.kind !== "call") continue;
      lists.push(judged.edit);
      if (judged.swaps) swapped.push(`${path}:${place.at.line + 1}`);
    }
    if (lists.length > 0) calls.push({ file, lists, others: [] });
  }
  if (target.symbol.kind === "constructor")
    for (const each of await constructorCalls(signing, made, below, await rivalsOf(signing))) {
      if ("why" in each) open.push(each);
      else calls.push(each);
    }
  const own = main.start;
  const unique = declared.filter(
    (each, at) =>
      at === 0 || (each.list.start !== main.list.start && each.start !== own) || each.file.path !== main.file.path,
  );
  return { declared: unique, calls, open, notes: swapNotes(swapped) };
}

function placeOf({
  nameSpan: { start },
  name,
  line,
  signature,
}: {
  nameSpan: Span;
  name: string;
  line: number;
  signature: string;
}) {
  return { start, name, line, text: signature };
}

function mergeFiles(all: readonly FilePlaces[]): readonly FilePlaces[] {
  const byFile = new Map<string, FilePlaces>();
  for (const { file, symbols, places } of all) {
    const known = byFile.get(file);
    const isNew = ({ at }: FilePlaces["places"][number]): boolean =>
      known?.places.some((each) => each.at.start === at.start) !== true;
    byFile.set(file, {
      file,
      symbols: [...(known?.symbols ?? []), ...symbols],
      places: [...(known?.places ?? []), ...places.filter(isNew)],
    });
  }
  return [...byFile.values()];
}

export async function readCurrent({ draft }: Pick<Signing, "draft">, path: string): Promise<DraftFile> {
  const file = await draft.read(path);
  if (file.isChanged) throw editedBefore(path);
  return file;
}

export function changedMeanwhile(path: string): ToolError {
  return new ToolError("changed_meanwhile", `${showPath(path)} has just changed; nothing was changed. Ask again.`);
}

/** The other functions of its name beside it, where the language allows several. */
async function rivalsOf({ rules, main, target, context }: Signing): Promise<readonly ((count: number) => boolean)[]> {
  if (rules.overloads !== true) return [];
  const { file } = main;
  const declared = await context.symbols.ofText(file.path, file.text, context);
  const others = declared?.symbols.filter(
    ({ path, nameSpan }) => path === target.symbol.path && nameSpan.start !== main.start,
  );
  if (others === undefined || others.length === 0) return [];
  const places = others.map((each) => ({ ...each.nameSpan, headEnd: headEndOf(each) }));
  const read = await context.symbols.listsOf({ file: file.path, text: file.text, places }, context);
  return read?.places.flatMap((place) => (place.kind === "parameters" ? [takesCount(place.list)] : [])) ?? [];
}

function withWork(open: OpenPlace, file: DraftFile): OpenPlace {
  return open.edit === undefined ? open : { ...open, work: [{ file, lists: [open.edit], others: [] }] };
}

/** `super(…)` in types below, and `this(…)` in the type itself. */
async function constructorCalls(
  signing: Signing,
  made: Family["made"],
  below: Family["below"],
  rivals: readonly ((count: number) => boolean)[],
): Promise<readonly (FileWork | OpenPlace)[]> {
  const { context, change, rules } = signing;
  const found: (FileWork | OpenPlace)[] = [];
  const types = [
    ...made.map((node) => ({ node, of: "own" as const })),
    ...below.map((node) => ({ node, of: "upper" as const })),
  ];
  for (const { node, of } of types) {
    const file = await readCurrent(signing, node.file);
    const { span } = node.symbol;
    const question = { file: file.path, text: file.text, places: [], types: [span] };
    const read = await context.symbols.listsOf(question, context);
    const starts = lineStarts(file.text);
    for (const call of read?.constructors ?? []) {
      if (call.of !== of) continue;
      const line = lineIndexAt(starts, call.list.start);
      const text = visibleLine(file.text.slice(starts[line] ?? 0, starts[line + 1] ?? file.text.length).trim());
      const mapped = mapCall(change, call.list, rules);
      if (mapped.kind === "same") continue;
      const place = { file: file.path, line, text, at: undefined };
      if (rivals.some((takes) => takes(call.list.items.length))) {
        found.push({ ...place, why: "another constructor takes as many arguments" });
        continue;
      }
      const doubt = mapped.kind === "changed" ? doubtOfOrder(call.list, mapped.items, rules, file.text) : undefined;
      if (doubt !== undefined) {
        found.push({ ...place, why: doubt });
        continue;
      }
      if (mapped.kind === "unproven" || !canWrite(call.list, mapped.items, file.text))
        found.push({
          ...place,
          why: mapped.kind === "unproven" ? mapped.why : "a comment stands between its arguments",
        });
      else {
        const edit: ListEdit = {
          list: call.list,
          written: mapped.items,
          sort: "arguments",
          name: undefined,
          headEnd: undefined,
          line,
        };
        found.push({ file, lists: [edit], others: [] });
      }
    }
  }
  return found;
}

function swapNotes(places: readonly string[]): readonly string[] {
  if (places.length === 0) return [];
  const shown = places.slice(0, maxShown).map(visibleLine).join(", ");
  const more = places.length > maxShown ? ` and ${places.length - maxShown} more` : "";
  return [`Arguments that may do something are evaluated in another order at ${shown}${more}.`];
}

const maxShown = 5;
