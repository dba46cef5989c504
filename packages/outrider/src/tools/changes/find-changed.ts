import { codeKinds } from "../../languages/symbol-kind.ts";
import { compareTexts, pairByPath, type SymbolChange } from "../../syntax/changes/compare-versions.ts";
import type { DeclaredSymbol, ReadVersion } from "../../syntax/changes/declared.ts";
import { matchMoved } from "../../syntax/changes/match-moved.ts";
import type { FileChange } from "./read-versions.ts";

/** A declaration that changed, with those inside of it that are not told on their own. */
export interface ChangedSymbol extends SymbolChange {
  readonly members: number;
}

export interface FoundChanges {
  readonly symbols: readonly ChangedSymbol[];
  /** Files with changes that are in no declaration: code at the top, text, or what could not be compared. */
  readonly others: readonly OtherChange[];
  /** So many declarations were removed and added that renames and moves were not looked for. */
  readonly isUnmatched: boolean;
  /** Files with syntax errors on one side, so that declarations near them may be missing. */
  readonly broken: readonly string[];
}

export interface OtherChange {
  readonly file: FileChange;
  /** "top": code outside of declarations. "text": what has no declarations. "renamed": nothing else changed. */
  readonly what: "top" | "order" | "text" | "comments" | "layout" | "renamed" | "mode" | "unread";
  readonly why?: string;
}

/** Which declarations changed and how, and what else did. "isWhole": also what is told with the declaration around it. */
export function findChanged(
  files: readonly FileChange[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): FoundChanges {
  const changes: SymbolChange[] = [];
  const removed: DeclaredSymbol[] = [];
  const added: DeclaredSymbol[] = [];
  const others: OtherChange[] = [];
  const broken: string[] = [];
  for (const file of files) {
    const { before, after } = file;
    if ((before.kind === "code" && before.broken) || (after.kind === "code" && after.broken)) broken.push(file.path);
    const olds = before.kind === "code" ? before.version.declared : [];
    const news = after.kind === "code" ? after.version.declared : [];
    const isCode =
      (before.kind === "code" || before.kind === "none") && (after.kind === "code" || after.kind === "none");
    if (!isCode) {
      others.push(describeOther(file));
      continue;
    }
    const pairing = pairByPath(olds, news);
    const differing = pairing.pairs.flatMap(([one, other]): SymbolChange[] => {
      const how = compareTexts(one, other);
      return how.length === 0 ? [] : [{ how, before: one, after: other }];
    });
    changes.push(...differing);
    removed.push(...pairing.removed);
    added.push(...pairing.added);
    const isTold = differing.length + pairing.removed.length + pairing.added.length > 0;
    const what = describeRest(file, isTold);
    if (what !== undefined) others.push({ file, what });
  }
  const { changes: moved, isUnmatched } = matchMoved({ removed, added });
  const all = [...changes, ...moved];
  const symbols = isWhole ? all.map((each) => ({ ...each, members: 0 })) : collapse(all);
  return { symbols, others, isUnmatched, broken };
}

function describeOther(file: FileChange): OtherChange {
  const sides = [file.before, file.after];
  const unread = sides.find((side) => side.kind === "unread");
  if (unread !== undefined) return { file, what: "unread", why: unread.why };
  const why = sides.flatMap((side) => (side.kind === "text" ? (side.why ?? []) : []))[0];
  const isSame = file.lines.added + file.lines.removed === 0;
  if (isSame && !file.isAdded && !file.isRemoved) return { file, what: file.from === undefined ? "mode" : "renamed" };
  return { file, what: "text", ...(why === undefined ? {} : { why }) };
}

/** What is told of no symbol must be told of the file. */
function describeRest(file: FileChange, isTold: boolean): OtherChange["what"] | undefined {
  const [before, after] = [versionOf(file.before), versionOf(file.after)];
  if (before.outside !== after.outside) return "top";
  if (isReordered(before.declared, after.declared)) return "order";
  if (before.outsideRemarks !== after.outsideRemarks) return "comments";
  if (isTold) return undefined;
  if (file.lines.added + file.lines.removed > 0 || file.isAdded || file.isRemoved) return "layout";
  return file.from === undefined ? "mode" : "renamed";
}

function versionOf(side: FileChange["before"]): ReadVersion {
  return side.kind === "code" ? side.version : { declared: [], outside: "", outsideRemarks: "" };
}

/** Where order counts, as among the members of an enumeration, no declaration differs for it. */
function isReordered(before: readonly DeclaredSymbol[], after: readonly DeclaredSymbol[]): boolean {
  const pathsOf = (all: readonly DeclaredSymbol[]): ReadonlySet<string> =>
    new Set(all.map(({ symbol }) => symbol.path));
  const [olds, news] = [pathsOf(before), pathsOf(after)];
  const now = [...news].filter((path) => olds.has(path));
  return [...olds].filter((path) => news.has(path)).some((path, index) => path !== now[index]);
}

/** What goes with a type that was added or removed is told with it; but new code needs tests of its own. */
function collapse(changes: readonly SymbolChange[]): readonly ChangedSymbol[] {
  const byDeclared = new Map(
    changes.flatMap((each) => [each.before, each.after].flatMap((one) => (one ? [[one, each] as const] : []))),
  );
  const members = new Map<SymbolChange, number>();
  const kept = changes.filter((each) => {
    const outer = ownerOf(each, byDeclared);
    if (outer === undefined || (each.after !== undefined && codeKinds.has(each.after.symbol.kind))) return true;
    members.set(outer, (members.get(outer) ?? 0) + 1);
    return false;
  });
  return kept.map((each) => ({ ...each, members: members.get(each) ?? 0 }));
}

/** The outermost declaration around that was added or removed as a whole. */
function ownerOf(
  change: SymbolChange,
  byDeclared: ReadonlyMap<DeclaredSymbol, SymbolChange>,
): SymbolChange | undefined {
  const [how] = change.how;
  if (how !== "added" && how !== "removed") return undefined;
  let found: SymbolChange | undefined;
  for (let at = (change.after ?? change.before)?.around; at !== undefined; at = at.around) {
    const outer = byDeclared.get(at);
    if (outer?.how[0] === how) found = outer;
  }
  return found;
}
