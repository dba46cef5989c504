import type { ProjectSymbols } from "../project-symbols.ts";
import { type Certainty, isKnown, type OtherMeaning } from "./certainty.ts";
import { withOtherFiles } from "./declared-names.ts";
import type { Known } from "./importer.ts";
import { createClassifier } from "./classify.ts";
import { gatherOccurrences } from "./gather-occurrences.ts";
import type { LateFiles, Occurrence, Occurrences } from "./occurrence.ts";
import type { Doubtful } from "./follow-types.ts";
import { type ProofOptions, proveMembers } from "./prove-members.ts";
import { namesModules, referenceRulesOf } from "./reference-rules.ts";
import { settleTarget } from "./settle-target.ts";
import { isMember, type Target } from "./target.ts";

export interface Reference extends Occurrence {
  readonly certainty: Known;
}

export interface FileReferences extends Omit<Occurrences, "occurrences"> {
  readonly references: readonly Reference[];
}

export interface References {
  readonly files: readonly FileReferences[];
  /** Places with the name that mean something else, each with a proof. */
  readonly others: Others;
  /** Files with the name that have syntax errors, so that scopes and imports may be missing. */
  readonly broken: readonly string[];
  /** Files with the name that could not be parsed. */
  readonly unread: readonly string[];
  /** How many files contain the word, including in texts and comments. */
  readonly naming: number;
  /** Every place that was examined, including those that mean something else. */
  readonly looked: readonly Occurrences[];
  /** Types were not followed for all places. */
  readonly isCut?: true;
  /** Files that were left when the time was up: everything else here is of the files that were read. */
  readonly late?: LateFiles | undefined;
}

/**
 * Places by what they mean. "text": in comments and strings. "use": the type of a constructor that is not called. "server": a
 * language server says so.
 */
export type Others = Readonly<Record<OtherMeaning | "text" | "use" | "server", number>>;

export function noOthers(): Record<keyof Others, number> {
  return { local: 0, declaration: 0, import: 0, member: 0, scope: 0, use: 0, server: 0, text: 0 };
}

/**
 * Every place that refers to a symbol, as far as scopes and imports can tell. Declarations count too. Types are followed as
 * far as `proof` allows: a member whose receiver is not known by then is likely.
 */
export async function findReferences(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  wanted: Target,
  { signal, proof, isLate, keep }: ProofOptions,
): Promise<References> {
  const asked = asLastName(asType(wanted));
  const first = await gatherOccurrences(symbols, asked, { signal, isLate, keep });
  const named = asOfNamespace(asked, first.files);
  const again = named === asked ? first : await gatherOccurrences(symbols, named, { signal, isLate, keep });
  const { files: gathered, importers, unread, naming, late } = again;
  const target = await withOtherFiles(symbols, settleTarget(named, gathered), { signal });
  const classify = createClassifier(target, importers);
  const files: FileReferences[] = [];
  const looked: Occurrences[] = [];
  const others = noOthers();
  const limits = late === undefined ? proof : shorter(proof);
  const { proven, isCut } = await proveMembers(symbols, target, doubtfulIn(gathered), { signal, proof: limits });
  for (const file of gathered) {
    const occurrences = isMember(target)
      ? file.occurrences.filter(({ name }) => name === target.symbol.name)
      : file.occurrences;
    looked.push({ ...file, occurrences: occurrences.map((at) => asWholeName(at, named)) });
    others.text += file.texts ?? 0;
    const references = occurrences.flatMap((at): Reference[] => {
      const known = proven.get(at) ?? classify(file, at);
      const certainty = late === undefined || file.file === target.file ? known : asFarAsRead(known, file);
      const isMeant = isKnown(certainty) && isWanted(wanted, at);
      if (!isMeant) others[isKnown(certainty) ? "use" : certainty] += 1;
      return isMeant ? [{ ...asWholeName(at, named), certainty }] : [];
    });
    if (references.length > 0) files.push({ ...file, references });
  }
  const broken = looked.filter((file) => file.broken === true && file.occurrences.length > 0).map(({ file }) => file);
  return { files, others, broken, unread, naming, looked, late, ...(isCut ? { isCut: true as const } : {}) };

  function doubtfulIn(all: readonly Occurrences[]): readonly Doubtful[] {
    const { name } = target.symbol;
    const isAsked = (at: Occurrence): boolean => at.name === name && (isProvable(target) || mayBeField(target, at));
    return all.flatMap((file) =>
      file.occurrences.filter((at) => isAsked(at) && isDoubtful(at, classify(file, at))).map((at) => ({ file, at })),
    );
  }
}

/** What an object declares may be a member of the type that is expected of it. */
function isDoubtful({ role, key, receiverPath }: Occurrence, certainty: Certainty): boolean {
  const mayBeExpected = role === "definition" && key === "alone" && receiverPath !== undefined;
  return certainty === "likely" || (certainty === "declaration" && mayBeExpected);
}

/** What files that were not read may change is only likely: what they hand on, and what else they declare under the name. */
function asFarAsRead(certainty: Certainty, { language, imports }: Occurrences): Certainty {
  const rules = referenceRulesOf(language);
  const isByPath = rules?.modules === "relative-path" || rules?.packageClause !== undefined || namesModules(rules);
  if (certainty === "sure") return isByPath ? "sure" : "likely";
  const isOpen = imports.some(({ local }) => local === undefined);
  const mayBeHandedOn = certainty === "import" || (isOpen && (certainty === "scope" || certainty === "declaration"));
  return mayBeHandedOn ? "likely" : certainty;
}

/** Where even the files were too many, following types must not take the rest of the time. */
function shorter(proof: ProofOptions["proof"]): ProofOptions["proof"] {
  return proof === undefined ? undefined : { ...proof, ms: Math.min(proof.ms, lateProofMs) };
}

const lateProofMs = 3_000;

/** A written type leads to one declaration only if no other has its name, except for its companion. */
function isProvable(target: Target): boolean {
  const { container, symbol, language, hasExtension, extendsOutside } = target;
  if (target.hasOtherPart === true) return false;
  const rules = referenceRulesOf(language);
  // Only a lookup by whole names tells members of a type from those of its values.
  if (target.hasTypeTwin === true && rules?.wholeNameAt === undefined) return false;
  const hasCompanion = rules?.writtenTypes?.companion !== undefined && symbol.overload === undefined;
  // A type has as many of these as it likes.
  const isImpl = container?.kind === "impl" && symbol.overload === undefined;
  const isOne = container?.overload === undefined || isImpl || hasCompanion || rules?.opensModules === true;
  return (
    (isMember(target) || target.openEnum !== undefined) && hasExtension !== true && extendsOutside !== true && isOne
  );
}

/** What has the name of a value may be a key of a literal, whose type tells. */
function mayBeField(target: Target, { key, receiverPath }: Occurrence): boolean {
  return !isMember(target) && key === "element" && receiverPath !== undefined;
}

/** A constructor is called by the name of its type. */
function asType(target: Target): Target {
  const { symbol, container } = target;
  return symbol.kind === "constructor" && container !== undefined
    ? { ...target, symbol: container, container: undefined }
    : target;
}

/** A function apart from its namespace, as in C++, is no member if another file declares the namespace. */
function asOfNamespace(target: Target, files: readonly Occurrences[]): Target {
  const { container, symbol, language } = target;
  const isApart = container !== undefined && container.nameSpan.start === symbol.nameSpan.start;
  if (!isApart || referenceRulesOf(language)?.modules !== "include") return target;
  const holders = files.flatMap((file) => file.symbols.filter(({ path }) => path === container.path));
  const isModule = holders.length > 0 && holders.every(({ kind }) => kind === "module");
  return isModule ? { ...target, container: { ...container, kind: "module" } } : target;
}

/** A symbol with a qualified name, such as `A.B`, is also used as `B`. */
function asLastName(target: Target): Target {
  const { symbol, language } = target;
  const end = symbol.name.lastIndexOf(".");
  if (end === -1 || referenceRulesOf(language)?.qualifiedLeaves !== true) return target;
  return {
    ...target,
    symbol: { ...symbol, name: symbol.name.slice(end + 1) },
    container: undefined,
    qualifier: symbol.name.slice(0, end),
  };
}

/** Where the whole qualified name is written, it is the reference. */
function asWholeName(at: Occurrence, { qualifier }: Target): Occurrence {
  if (qualifier === undefined || at.receiver !== qualifier) return at;
  const length = qualifier.length + 1;
  return { ...at, name: `${qualifier}.${at.name}`, start: at.start - length, column: at.column - length };
}

function isWanted({ symbol, container }: Target, { role }: Occurrence): boolean {
  return symbol.kind !== "constructor" || container === undefined || role === "call";
}
