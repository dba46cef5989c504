import { referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import { type FileReferences, type References, findReferences } from "../../syntax/references/find-references.ts";
import type { Occurrence } from "../../syntax/references/occurrence.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { isMember } from "../../syntax/references/target.ts";
import { doubtOfMember } from "../proof/member-doubt.ts";
import { findProof, provePlaces } from "../proof/prove-places.ts";
import { type Proof, type UnprovenPlace, noteUnproven } from "../proof/proof.ts";
import { type TouchedFile, editedBefore } from "../workspace-edit/collect-edit.ts";
import { refuseIgnored } from "../workspace-edit/refuse-ignored.ts";
import { findOverrides, sharedMembers, shown } from "./find-overrides.ts";
import type { RenameEdits, Renaming } from "./renaming.ts";

/** Why scopes and imports alone do not prove that a rename is right. */
export interface Unproven {
  readonly doubt: string | undefined;
  readonly places: readonly UnprovenPlace[];
}

/** The edits by scopes and imports, if these leave no doubt that all references are renamed and nothing else, or as the caller chose. */
export async function proveBySyntax(renaming: Renaming): Promise<RenameEdits | Unproven> {
  if (referenceRulesOf(renaming.target.language) === undefined)
    return { doubt: "references are not looked for in its language", places: [] };
  const { context, target, references } = renaming;
  const search = () => findReferences(context.symbols, target, { signal: context.signal });
  for (let attempt = 1; ; attempt += 1) {
    const known = attempt === 1 ? references.bySyntax : undefined;
    const proven = await proveOnce(renaming, known ?? (await search()));
    if (typeof proven !== "string") return proven;
    if (attempt === maxAttempts) return { doubt: `${proven} changed meanwhile`, places: [] };
  }
}

/** How often places are looked for at most while others change the files. */
const maxAttempts = 4;

/** The path of a file instead, if it changed since its places were looked for. */
async function proveOnce(renaming: Renaming, found: References): Promise<RenameEdits | Unproven | string> {
  const { context, target, unproven } = renaming;
  const { proof, shared } = await withShared(renaming, await provePlaces(context, target, found));
  const { sure, unproven: places, changed: file, leftovers } = proof;
  if (file !== undefined) return file;
  const isUsed =
    places.length > 0 || sure.some(({ references }) => references.some(({ role }) => role !== "definition"));
  const doubt = unproven === "refuse" ? await doubtOfMember(context, target, isUsed, shared) : undefined;
  if (unproven === "refuse" && (doubt !== undefined || places.length > 0)) return { doubt, places };
  const named = sure.flatMap(({ file, references }) =>
    references.filter(({ name }) => name === target.symbol.name).map((at) => ({ file, at })),
  );
  const kept = await keptDeclarations(renaming, named, places);
  const chosen = places.flatMap((place) =>
    unproven === "include" && place.at !== undefined && !kept.has(place) ? [{ file: place.file, at: place.at }] : [],
  );
  const touched = await touchPlaces(renaming, [...named, ...chosen]);
  if (typeof touched === "string") return touched;
  await refuseIgnored(context, touched);
  const left = places.filter((place) => unproven === "leave" || place.at === undefined || kept.has(place));
  const changed = places.filter((place) => !left.includes(place));
  return {
    touched,
    notes: [...noteUnproven(changed, "changed"), ...noteUnproven(left, "left")],
    ...(chosen.length === 0 && shared.length === 0 ? { leftovers } : {}),
  };
}

/** With the places of all members that have to be renamed together; a place that is proven for one of them is proven. */
async function withShared(
  renaming: Renaming,
  own: Proof,
): Promise<{ readonly proof: Proof; readonly shared: readonly string[] }> {
  const { context, target } = renaming;
  const shared = isMember(target) ? await sharedMembers(renaming) : [];
  const proofs = [own];
  for (const member of shared) proofs.push(await findProof(context, member, undefined));
  if (shared.length === 0) return { proof: own, shared: [] };
  const sure = new Map<string, FileReferences>();
  for (const file of proofs.flatMap((each) => each.sure)) {
    const known = sure.get(file.file)?.references ?? [];
    const more = file.references.filter((at) => !known.some(({ start }) => start === at.start));
    sure.set(file.file, { ...file, references: [...known, ...more].toSorted((a, b) => a.start - b.start) });
  }
  const open = new Map<string, UnprovenPlace>();
  for (const place of proofs.flatMap((each) => each.unproven)) {
    const isSure = sure.get(place.file)?.references.some(({ start }) => start === place.at?.start) === true;
    if (!isSure) open.set(`${place.file} ${place.at?.start ?? place.line} ${place.why}`, place);
  }
  return { proof: { ...own, sure: [...sure.values()], unproven: [...open.values()] }, shared: shown(shared) };
}

/** Members that other classes declare, and that no type above or below shares: a rename of one is no rename of the other. */
async function keptDeclarations(
  renaming: Renaming,
  named: readonly NamedPlace[],
  places: readonly UnprovenPlace[],
): Promise<ReadonlySet<UnprovenPlace>> {
  const { context, target, unproven } = renaming;
  const declared = places.filter(({ isDeclaration, at }) => isDeclaration === true && at !== undefined);
  if (unproven !== "include" || !isMember(target) || declared.length === 0) return new Set();
  const touched = await touchPlaces(renaming, named);
  if (typeof touched === "string") return new Set();
  const { missing } = await findOverrides(renaming, touched);
  const kept = new Set<UnprovenPlace>();
  for (const place of declared) {
    const isShared = missing.some((each) => each.startsWith(`${place.file}:${(place.line ?? 0) + 1} `));
    if (!isShared && (await isOfClass(context, place))) kept.add(place);
  }
  return kept;
}

async function isOfClass({ symbols, signal }: Renaming["context"], { file, at }: UnprovenPlace): Promise<boolean> {
  const read = await symbols.occurrences([file], [at?.name ?? ""], { signal });
  return read.some(({ symbols: all }) =>
    all.some(
      ({ nameSpan, parent }) => nameSpan.start === at?.start && parent !== undefined && all[parent]?.kind === "class",
    ),
  );
}

interface NamedPlace {
  readonly file: string;
  readonly at: Pick<Occurrence, "start" | "name" | "key"> & Partial<Pick<Occurrence, "exportedAs">>;
}

/** The files with the new name at these places; the path of one that changed meanwhile. */
export async function touchPlaces(
  { draft, newName, target }: Pick<Renaming, "draft" | "newName" | "target">,
  places: readonly NamedPlace[],
): Promise<readonly TouchedFile[] | string> {
  const touched: TouchedFile[] = [];
  for (const path of new Set(places.map(({ file }) => file))) {
    const own = places.filter(({ file }) => file === path).toSorted((one, other) => one.at.start - other.at.start);
    const file = await draft.read(path);
    if (file.isChanged) throw editedBefore(path);
    if (own.some(({ at: { start, name } }) => !file.text.startsWith(name, start))) return path;
    const replacements = own.map(({ at }) =>
      isMember(target) ? memberAt(at, newName, file.text) : replacementAt(at, newName),
    );
    touched.push({ file, path: file.path, isMoved: false, isRemoved: false, replacements, text: "" });
  }
  return touched;
}

/** In a shorthand only the key is the member: `{ a }` becomes `{ b: a }`, where it makes a value and where it takes one apart. */
function memberAt({ start, name, key }: NamedPlace["at"], newName: string, text: string): Replacement {
  const end = start + name.length;
  const isShort = key === "also" || (key === "taken" && !/^\s*:/.test(text.slice(end)));
  return { start, end, text: isShort ? `${newName}: ${name}` : newName };
}

/** A shorthand keeps its key, which other code uses: `{ a }` becomes `{ a: b }`, unless it exports `a`, which its importers name. */
function replacementAt({ start, name, key, exportedAs }: NamedPlace["at"], newName: string): Replacement {
  const keepsKey = key === "also" && exportedAs !== name;
  return { start, end: start + name.length, text: keepsKey ? `${name}: ${newName}` : newName };
}
