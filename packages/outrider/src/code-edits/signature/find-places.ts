import { resolveReferences } from "../../lsp/resolve/references/resolve-references.ts";
import type { ResolvedReferences } from "../../lsp/resolve/references/question.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { FileReferences } from "../../syntax/references/find-references.ts";
import type { Occurrence } from "../../syntax/references/occurrence.ts";
import type { Target } from "../../syntax/references/target.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import type { EditContext } from "../edit-context.ts";
import { impliedBy, isImplied } from "../proof/implied.ts";
import { doubtOfMember } from "../proof/member-doubt.ts";
import { findRequired } from "../proof/find-required.ts";
import type { UnprovenPlace } from "../proof/proof.ts";
import { findProof } from "../proof/prove-places.ts";
import { refuseLate } from "../proof/refuse-late.ts";

/** A place with the name of the function. */
export interface FoundPlace {
  readonly at: PlaceName;
  /** Why it is not proven to mean the function; undefined: it does. */
  readonly why: string | undefined;
}

type PlaceName = Pick<Occurrence, "start" | "name" | "line" | "text"> &
  Partial<Pick<Occurrence, "role" | "usedAs" | "exportedAs" | "receiver" | "separator" | "key">>;

export interface FilePlaces {
  readonly file: string;
  /** Empty where only the text is known. */
  readonly symbols: readonly CodeSymbol[];
  readonly places: readonly FoundPlace[];
}

export interface FoundPlaces {
  readonly files: readonly FilePlaces[];
  /** Doubts without a place that could be edited. */
  readonly doubts: readonly UnprovenPlace[];
  readonly notes: readonly string[];
  /** A language server vouches for all of them. */
  readonly isComplete: boolean;
}

/** Where these declarations of one function are used, each place with what is known about it. */
export async function findPlaces(context: EditContext, targets: readonly Target[]): Promise<FoundPlaces> {
  const files = new Map<string, { symbols: readonly CodeSymbol[]; places: Map<number, FoundPlace> }>();
  const doubts: UnprovenPlace[] = [];
  const notes = new Set<string>();
  const family = new Set(targets.map(({ file, symbol: { line, signature } }) => `${file}:${line + 1} ${signature}`));
  let isComplete = true;
  for (const target of targets) {
    const found = await placesOf(context, target, family);
    isComplete &&= found.isComplete;
    for (const note of found.notes) notes.add(note);
    for (const { symbols, file, references } of found.sure)
      for (const at of references) keep(file, symbols, { at, why: undefined });
    for (const place of found.unproven) {
      const { file, line, text, at, why } = place;
      if (at === undefined || line === undefined) doubts.push(place);
      else keep(file, [], { at: { ...at, line, text }, why });
    }
  }
  return {
    files: Array.from(files, ([file, { symbols, places }]) => ({ file, symbols, places: [...places.values()] })),
    doubts: [...new Map(doubts.map((each) => [`${each.file}:${each.line}:${each.why}`, each])).values()],
    notes: [...notes],
    isComplete,
  };

  function keep(file: string, symbols: readonly CodeSymbol[], place: FoundPlace): void {
    const known = files.get(file) ?? { symbols, places: new Map<number, FoundPlace>() };
    if (known.symbols.length === 0) known.symbols = symbols;
    files.set(file, known);
    // What one of the declarations proves is proven.
    if (place.why === undefined || !known.places.has(place.at.start)) known.places.set(place.at.start, place);
  }
}

interface PlacesOfOne {
  readonly sure: readonly FileReferences[];
  readonly unproven: readonly UnprovenPlace[];
  readonly notes: readonly string[];
  readonly isComplete: boolean;
}

async function placesOf(context: EditContext, target: Target, family: ReadonlySet<string>): Promise<PlacesOfOne> {
  const references = await resolveReferences({ ...context, target });
  refuseLate(references, target.symbol.name);
  const { provenance } = references;
  const notes = notesOn(references);
  const known = onlyOf(references.files, "sure");
  if (provenance.state === "complete") {
    const likely = [...onlyOf(references.files, "likely"), ...references.open];
    const unproven = likely.flatMap((file) =>
      file.references.map((at) => ({ file: file.file, line: at.line, text: at.text, at, why: likelyWhy })),
    );
    return { sure: known, unproven: [...unproven, ...unreadIn(references)], notes, isComplete: true };
  }
  const { sure, unproven } = await findProof(context, target, references.bySyntax);
  const isKnown = new Set(known.flatMap(({ file, references: all }) => all.map(({ start }) => `${file}:${start}`)));
  const open = unproven.filter(({ file, at }) => at === undefined || !isKnown.has(`${file}:${at.start}`));
  const isUsed = [...sure, ...known].some((file) => file.references.some(({ role }) => role !== "definition"));
  const { symbol, file } = target;
  const doubt = isImplied(target)
    ? `it may be called by ${impliedBy}`
    : await doubtOf(context, target, { isUsed: isUsed || open.length > 0, family });
  const doubts =
    doubt === undefined ? [] : [{ file, line: symbol.line, text: symbol.signature, at: undefined, why: doubt }];
  const how =
    provenance.state === "syntactic" ? "Without a language server" : "The language server may not know all places";
  return {
    sure: [...sure, ...known],
    unproven: [...open, ...doubts],
    notes: [
      ...notes,
      `${how} (${visibleLine(provenance.why)}); scopes and imports prove every place that is not listed.`,
    ],
    isComplete: false,
  };
}

/** Types that demand the function are no doubt if they declare it in the project, as they change with it. */
async function doubtOf(
  context: EditContext,
  target: Target,
  { isUsed, family }: { readonly isUsed: boolean; readonly family: ReadonlySet<string> },
): Promise<string | undefined> {
  const doubt = await doubtOfMember(context, target, isUsed);
  if (doubt === undefined || !isUsed) return doubt;
  const required = await findRequired(context, target, { isRenamed: true });
  return required.length > 0 && required.every((each) => family.has(each)) ? undefined : doubt;
}

const likelyWhy = "some places only probably mean it";

function onlyOf(files: readonly FileReferences[], wanted: "sure" | "likely"): readonly FileReferences[] {
  return files
    .map((file) => ({ ...file, references: file.references.filter(({ certainty }) => certainty === wanted) }))
    .filter(({ references }) => references.length > 0);
}

function unreadIn({ unread }: ResolvedReferences): readonly UnprovenPlace[] {
  const why = "files with the name could not be read";
  return unread.map((file) => ({ file, line: undefined, text: "", at: undefined, why }));
}

function notesOn({ external, ignored }: ResolvedReferences): readonly string[] {
  const [first = ""] = ignored.keys();
  const others = ignored.size > 1 ? ` and ${ignored.size - 1} more` : "";
  return [
    ...(external === 0
      ? []
      : [`It is also used in ${countOf(external, "place")} outside of the project, left as they are.`]),
    ...(ignored.size === 0
      ? []
      : [`It is also used in files that git ignores, which were left: ${showPath(first)}${others}.`]),
  ];
}
