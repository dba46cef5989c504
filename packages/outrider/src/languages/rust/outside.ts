import type { MeantMember, OutsidePlace, OutsideType } from "../written-types.ts";

/**
 * Types that the language has without an import, and those that come from other crates. They have no inherent members of the project,
 * unless they may stand for one of its types: `Cow<Store>`.
 */
export function outsideType(words: readonly string[], place: OutsidePlace): OutsideType | undefined {
  const name = words.at(-1) ?? "";
  const isParameter = place.heads.some((head) => new RegExp(`[<,]\\s*(?:const\\s+)?${name}\\s*[:,>=]`).test(head));
  const mayBeParameter = isParameter && words.length === 1 && !place.imports.some(({ local }) => local === name);
  if (place.isValue || mayBeParameter || !(isModule(name, place) || isOutside(words, place))) return undefined;
  if (place.hasArguments === true && !plainTypes.has(name)) return undefined;
  return { mayHave: (member) => mayHave(name, member), isClosed: false };
}

/** By convention only types of other crates begin with a small letter, too. */
function isModule(name: string, { imports, isDeclared }: OutsidePlace): boolean {
  const isRenamed = imports.some((site) => site.local === name && site.name !== undefined && site.name !== name);
  return /^(?!(?:self|super|crate)$)\p{Ll}/u.test(name) && !isRenamed && !isDeclared(name);
}

function isOutside(words: readonly string[], { imports, dependencies, isDeclared }: OutsidePlace): boolean {
  const [first = "", ...rest] = words;
  const isCrate = (path: string): boolean =>
    libraries.test(path) || dependencies.includes(path.split("::", 1)[0] ?? "");
  const sites = imports.filter(({ local, name, source }) => (local ?? name ?? source) === first);
  // A path that begins with a crate, or with what an import brings in.
  if (sites.length > 0) return sites.every(({ source }) => isCrate(source));
  if (rest.length > 0) return isCrate(words.join("::"));
  return (plainTypes.has(first) || primitives.test(first)) && !isDeclared(first);
}

/** A trait may be implemented for any type, and what is implemented for this very type is its own. */
function mayHave(name: string, { owner }: MeantMember): boolean {
  const isInherent = owner?.kind === "impl" && !/\sfor\s/.test(owner.signature);
  const isField = owner?.kind === "struct" || owner?.kind === "enum";
  return owner?.name === name || !(isInherent || isField);
}

const libraries = /^(?:std|core|alloc)(?:::|$)/;
const primitives = /^(?:bool|char|str|[iu](?:8|16|32|64|128|size)|f(?:32|64))$/;

/** None of them gives access to the members of its arguments. */
const plainTypes: ReadonlySet<string> = new Set([
  "String",
  "Vec",
  "Option",
  "Result",
  "HashMap",
  "HashSet",
  "BTreeMap",
  "BTreeSet",
  "VecDeque",
]);
