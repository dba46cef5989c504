import { codeKinds } from "../symbol-kind.ts";
import type { OutsidePlace, OutsideType } from "../written-types.ts";
import { libraryMethods } from "./library-methods.ts";

/**
 * Types without a name and types of the standard library, which know nothing of the project. Whether other packages are outside is
 * not known: a project may have several modules.
 */
export function outsideType(words: readonly string[], place: OutsidePlace): OutsideType | undefined {
  const [first = "", second = ""] = words;
  if (place.hasArguments === true) return undefined;
  if (first === "$struct") {
    const { file, span } = place;
    return {
      mayHave: (member) => member.file === file && span.start <= member.start && member.start < span.end,
      isClosed: false,
    };
  }
  if (words.length === 1) return builtIns.has(first) && !place.isDeclared(first) ? library : undefined;
  const sources = place.imports.filter(({ local, name }) => name === undefined && localName(local) === first);
  const [site] = sources;
  if (site === undefined || sources.length > 1 || !isLibrary(site.source) || second === "TB") return undefined;
  return generic.test(site.source) || isBelow(site.source, place.packageName) ? undefined : library;
}

/** Values of these types have no members of the project, unless an interface among them has the method, too. */
const library: OutsideType = {
  mayHave: ({ kind, name, signature }) => codeKinds.has(kind) && libraryMethods.test(name, signature),
  isClosed: true,
};

/** A module may begin like the standard library. */
function isBelow(source: string, module: string | undefined): boolean {
  return module !== undefined && (source === module || source.startsWith(`${module}/`));
}

/** `http` in `net/http`, `rand` in `math/rand/v2`. */
function localName(local: string | undefined): string | undefined {
  return local?.split("/").findLast((part) => !/^v\d+$/.test(part));
}

/** Packages of the standard library, except for those whose interfaces are not known here. */
function isLibrary(source: string): boolean {
  return packages.has(source.split("/", 1)[0] ?? "") && source !== "text/template/parse";
}

const packages: ReadonlySet<string> = new Set(
  `archive bufio bytes cmp compress container context crypto database embed encoding errors expvar flag fmt hash html image index io
iter log maps math mime net os path reflect regexp slices sort strconv strings sync syscall testing text time unicode unique`.split(
    /\s+/,
  ),
);

/** Their types and functions may give a value of any type. */
const generic =
  /^(?:cmp|database\/sql|errors|iter|maps|reflect|slices|sync(?:\/atomic)?|testing|unique|weak|math\/rand(?:\/v2)?)$/;

const builtIns: ReadonlySet<string> = new Set(
  `bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64
uintptr`.split(/\s+/),
);
