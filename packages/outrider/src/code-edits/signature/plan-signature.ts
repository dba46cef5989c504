import { ToolError } from "toolwright";
import type { Span } from "../../languages/language.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import type { PlannedEdit, SignatureEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { listUnproven } from "../proof/proof.ts";
import { refuseIgnored } from "../workspace-edit/refuse-ignored.ts";
import { applyWork } from "./apply-work.ts";
import { concernsCalls } from "./change.ts";
import { editDeclarations } from "./edit-declarations.ts";
import { type Family, findFamily } from "./find-family.ts";
import { findDeclared } from "./find-declared.ts";
import { findPlaces, type FoundPlaces } from "./find-places.ts";
import { withoutOverloads } from "./find-overloads.ts";
import { type JudgedPlaces, judgePlaces } from "./judge-places.ts";
import { planChange } from "./plan-change.ts";
import { findUnused } from "./unused-after.ts";
import { type FileWork, headEndOf, type OpenPlace, type Signing } from "./signing.ts";

/** So many declarations of one method are changed together at most. */
const maxFamily = 40;

/** Gives a function other parameters, in all of its declarations, and changes every call for them. */
export async function planSignature(context: EditContext, draft: Draft, edit: SignatureEdit): Promise<PlannedEdit> {
  const { target, rules, main } = await findDeclared(context, draft, edit);
  const { symbol } = target;
  const { text, path } = main.file;
  const change = await planChange(
    {
      list: main.list,
      text,
      rules,
      isMember: isMember(target),
      parse: async (parameters) => {
        const { start, end, isBare } = main.list;
        const list = isBare === true ? `(${parameters.join(", ")})` : parameters.join(", ");
        const changed = text.slice(0, start) + list + text.slice(end);
        const headEnd = headEndOf(symbol) + list.length - (end - start);
        const places = [{ ...symbol.nameSpan, headEnd }];
        const read = await context.symbols.listsOf({ file: path, text: changed, places }, context);
        const [found] = read?.places ?? [];
        return found?.kind === "parameters" ? found.list : undefined;
      },
    },
    edit.parameters,
  );
  const typeNames = new Set(target.container === undefined ? [] : [target.container.name]);
  const signing: Signing = { context, draft, edit, target, rules, main, change, typeNames };
  const family = await withoutOverloads(signing, await findFamily(context, target));
  for (const { container } of family.members) if (container !== undefined) typeNames.add(container.name);
  if (family.members.length > maxFamily)
    throw new ToolError(
      "too_many",
      `${visibleLine(symbol.path)} is declared in ${family.members.length + 1} types, and ${maxFamily} are changed together at most. Nothing was changed.`,
    );
  const found = await findPlaces(context, questionsFor(target, family));
  const judged = await judgePlaces(signing, family, found);
  const declared = await editDeclarations(signing, judged.declared, goneIn(signing, judged));
  const unused: OpenPlace[] = [];
  const gone = goneIn(signing, judged);
  for (const file of new Map(judged.calls.map((each) => [each.file.path, each.file])).values())
    unused.push(...(await findUnused(signing, file, gone(file.path))));
  const open = [...judged.open, ...declared.open, ...unused, ...doubtsOf(signing, found, family)];
  const chosen = settleOpen(signing, open);
  const work = joinWork([...declared.work, ...judged.calls, ...chosen.work]);
  await refuseIgnored(
    context,
    work.map(({ file }) => ({ file, path: file.path })),
  );
  const notes = new Set<string>();
  for (const each of work) for (const note of await applyWork(signing, each)) notes.add(note);
  const lists = work.flatMap((each) => each.lists);
  const calls = lists.filter(({ sort }) => sort === "arguments").length;
  const heads = countOf(lists.length - calls, "declaration");
  return {
    done: `changed the parameters of ${symbol.kind} ${visibleLine(symbol.path)}: ${heads} and ${countOf(calls, "call")} in ${countOf(work.length, "file")}`,
    notes: [...found.notes, ...declared.notes, ...judged.notes, ...chosen.notes, ...outsideNotes(family), ...notes],
    names: [symbol.name],
  };
}

/** The arguments that no call passes any more. */
function goneIn({ edit: { unproven } }: Signing, { calls, open }: JudgedPlaces): (file: string) => readonly Span[] {
  const chosen = unproven === "include" ? open.flatMap(({ work = [] }) => work) : [];
  const all = [...calls, ...chosen];
  return (path) =>
    all
      .filter(({ file }) => file.path === path)
      .flatMap(({ lists }) =>
        lists.flatMap(({ list, written }) => list.items.filter((_, at) => !written.some(({ from }) => from === at))),
      );
}

/** The declarations that are used: the members of all types, or the types that a constructor makes. */
function questionsFor(target: Target, { members, made }: Family): readonly Target[] {
  if (target.symbol.kind === "constructor") return made.length > 0 ? made : [target];
  return [target, ...members];
}

function doubtsOf({ target, rules, change }: Signing, found: FoundPlaces, { isCut }: Family): readonly OpenPlace[] {
  const { symbol, file } = target;
  const own = { file, line: symbol.line, text: symbol.signature, at: undefined };
  const makes = symbol.kind === "constructor" || typeKinds.has(symbol.kind);
  const cut = isCut ? [{ ...own, why: "not all types above and below it could be looked at" }] : [];
  // Where no call changes, it does not matter who calls it.
  if (!concernsCalls(change, rules.label !== undefined)) return cut;
  return [
    ...found.doubts,
    ...cut,
    ...(makes && rules.unnamedConstructors !== undefined
      ? [{ ...own, why: `values are also made ${rules.unnamedConstructors}, which was not looked for` }]
      : []),
  ];
}

/** Refuses for what is not proven, or does what the caller chose. */
function settleOpen(
  { target, edit: { unproven } }: Signing,
  open: readonly OpenPlace[],
): { readonly work: readonly FileWork[]; readonly notes: readonly string[] } {
  if (open.length === 0) return { work: [], notes: [] };
  const path = visibleLine(target.symbol.path);
  if (unproven === "refuse") {
    throw new ToolError(
      "cannot_prove",
      `Not every use of ${path} can be changed with proof: ${listUnproven(open)}\nNothing was changed. \`unproven\`: "leave" changes the others and leaves these, "include" changes those that are calls as well.`,
    );
  }
  const changed = unproven === "include" ? open.filter(({ edit }) => edit !== undefined) : [];
  const others = open.filter((each) => !changed.includes(each));
  const left = others.filter(({ at }) => at !== undefined);
  const doubts = others.filter(({ at }) => at === undefined);
  const note = (places: readonly OpenPlace[], what: string): readonly string[] =>
    places.length === 0 ? [] : [`${countOf(places.length, "place")} ${what}: ${listUnproven(places)}`];
  return {
    work: changed.flatMap((each) => each.work ?? []),
    notes: [
      ...note(changed, "changed without proof, as you chose"),
      ...note(left, "left unchanged: look at them"),
      ...(doubts.length === 0 ? [] : [`Not proven, and passed over as you chose: ${listUnproven(doubts)}`]),
    ],
  };
}

function joinWork(all: readonly FileWork[]): readonly FileWork[] {
  const byFile = new Map<string, FileWork>();
  for (const { file, lists, others } of all) {
    const known = byFile.get(file.path) ?? { file, lists: [], others: [] };
    byFile.set(file.path, {
      file,
      lists: [
        ...known.lists,
        ...lists.filter((each) => !known.lists.some(({ list }) => list.start === each.list.start)),
      ],
      others: [
        ...known.others,
        ...others.filter((each) => !known.others.some(({ start, text }) => start === each.start && text === each.text)),
      ],
    });
  }
  return [...byFile.values()].filter(({ lists, others }) => lists.length > 0 || others.length > 0);
}

function outsideNotes({ outside }: Family): readonly string[] {
  if (outside.length === 0) return [];
  const named = outside.slice(0, maxNamed).map(visibleLine).join("; ");
  return [`Whether these types from elsewhere demand its parameters is not known: ${named}.`];
}

const maxNamed = 5;
