import { publicNames, secretNames } from "./exposure-rules.ts";
import type { Exposure } from "./located.ts";
import { expandBraces, matcher } from "./name-patterns.ts";
import { copyEndings, secretWords } from "./secret-words.ts";

const expanded = secretNames.map(({ exposure, names }) => ({ exposure, names: names.flatMap(expandBraces) }));
const denied = expanded.flatMap(({ exposure, names }) => (exposure === "denied" ? names : []));

/**
 * Denied names that ripgrep can leave out by itself. Not those to which an exception may apply: ripgrep cannot
 * take back an exclusion.
 */
export const tableGlobs: readonly string[] = denied.filter(
  (name) => !name.slice(1).includes("*") && !publicNames.some((each) => each.endsWith(name.slice(1))),
);

const inSecretDirectory = matcher(denied.filter((name) => name.endsWith("/")));
const isPublic = matcher(publicNames.flatMap(expandBraces));
/** By the last part of the name: all exact names that end so, with what they are. */
const exact = new Map<string, { readonly path: string; readonly exposure: Exposure }[]>();
for (const { exposure, names } of expanded) {
  for (const path of names.filter((name) => !name.includes("*") && !name.endsWith("/"))) {
    const last = path.slice(path.lastIndexOf("/") + 1);
    exact.set(last, [...(exact.get(last) ?? []), { path, exposure }]);
  }
}
/** Names such as `*.pem`, by the ending alone. */
const byEnding = new Map<string, Exposure>();
for (const { exposure, names } of expanded) {
  for (const name of names) if (/^\*\.[^*./]+$/.test(name)) byEnding.set(name.slice(2), exposure);
}
const isPattern = (name: string): boolean => name.includes("*") && !/^\*\.[^*./]+$/.test(name) && !name.endsWith("/");
const patterns = (wanted: Exposure): ((path: string, last: string) => boolean) => {
  const names = expanded.flatMap(({ exposure, names }) => (exposure === wanted ? names.filter(isPattern) : []));
  const inLast = matcher(names.filter((name) => !name.includes("/")));
  const inPath = matcher(names.filter((name) => name.includes("/")));
  // Most of a path is its directories: names without one are not looked for there.
  return (path, last) => inLast(last) || inPath(path);
};
const deniedPattern = patterns("denied");
const maskedPattern = patterns("masked");

/** How much of a file may be seen, by its comparable path. Walks judge hundreds of thousands, so the quick tests come first. */
export function judgeByTable(name: string): Exposure {
  if (inSecretDirectory(name)) return "denied";
  const slash = name.lastIndexOf("/") + 1;
  const directory = name.slice(0, slash);
  const found = new Set<Exposure>();
  const names = [name.slice(slash)];
  for (let copies = 0, from = 0; copies <= maxCopies && from < names.length; copies += 1) {
    const round = names.slice(from);
    from = names.length;
    for (const last of round) {
      found.add(judgeOne(directory + last, last, copies > 0));
      names.push(...originalsOf(last));
    }
  }
  const strictest = found.has("denied") ? "denied" : found.has("masked") ? "masked" : "open";
  return strictest !== "open" && names.some((last) => isPublic(directory + last)) ? "open" : strictest;
}

/** `id_rsa.bak.2024-01-01~` has three. */
const maxCopies = 3;

/** `isCopy`: an ending was taken off, so that this is no directory. */
function judgeOne(path: string, last: string, isCopy: boolean): Exposure {
  const known = judgeExact(path, last);
  const dot = last.lastIndexOf(".");
  const ending = last.slice(dot + 1);
  // Code and pages are never secret by name alone; a few of them, such as `wp-config.php`, are named exactly. `.env.ts` is
  // not code with a name but an environment with an ending.
  if (known !== undefined || (dot > 0 && codeEndings.has(ending) && !isEnvironment.test(last))) return known ?? "open";
  const byItsEnding = dot === -1 ? undefined : byEnding.get(ending);
  if (byItsEnding !== undefined) return byItsEnding;
  if (deniedPattern(path, last)) return "denied";
  if (maskedPattern(path, last)) return "masked";
  return saysSecret(path, last) && (isCopy || !ordinaryWord.test(last)) ? "masked" : "open";
}

const isEnvironment = /^\.env\./;

function judgeExact(path: string, last: string): Exposure | undefined {
  return exact.get(last)?.find((each) => path === each.path || path.endsWith(`/${each.path}`))?.exposure;
}

const copyEnding = new RegExp(`(?:${copyEndings.join("|")})$`, "u");
const mayBeCopy = /[~#)\d]$|[._ -][a-z]{1,12}\d{0,3}$/;

/** The names of which this may be a copy. */
function originalsOf(last: string): string[] {
  if (!mayBeCopy.test(last)) return [];
  const original = last.replace(copyEnding, "");
  if (original === last || original === "") return [];
  // Swap files of vim have a dot in front, which may also be the file's own; those of emacs have a hash.
  if (/\.sw[a-p]$/.test(last) && original.startsWith(".")) return [original, original.slice(1)];
  return [original.startsWith("#") ? original.slice(1) : original];
}

const either = (words: readonly string[]): string => `(?:${words.join("|")})`;
const secretWord = new RegExp(
  `(?:^|[-_.])${either(secretWords.words)}(?:[-_.]${either(secretWords.environments)})?(?:\\.${either(secretWords.endings)})?$`,
);
const ordinaryWord = new RegExp(`^${either(secretWords.ordinary)}$`);
const otherMeaning = new RegExp(`(?:^|[-_.])${either(secretWords.notAfter)}[-_.]`);
const forPeople = new RegExp(`(?:^|/)${either(secretWords.notBelow)}/`);

function saysSecret(path: string, last: string): boolean {
  return secretWord.test(last) && !otherMeaning.test(last) && !forPeople.test(path);
}

const codeEndings = new Set(
  (
    "ts tsx mts cts js jsx mjs cjs py pyi pyx rb go rs java kt kts scala swift c h cc cpp cxx hpp hh m mm cs fs fsx vb php " +
    "pl pm lua r jl ex exs erl hrl hs ml mli clj cljs dart groovy gradle sh bash zsh fish ps1 psm1 bat cmd sql html htm " +
    "css scss sass less vue svelte astro md mdx rst adoc tex ipynb proto graphql gql tf hcl nix zig nim sol wat asm s " +
    "snap map svg png jpg jpeg gif webp ico woff woff2 ttf pdf"
  ).split(" "),
);
