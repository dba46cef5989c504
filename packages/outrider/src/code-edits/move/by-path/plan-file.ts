import { posix } from "node:path";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { cannotProve } from "../location.ts";
import { planEcmascriptFile } from "../es-modules/plan-file.ts";
import type { FileMove, FilePlan } from "../file-plan.ts";
import { findMentions } from "../path-mentions.ts";

/** Of languages whose imports are not by path, and of files that are no code. */
export async function planOtherFile(
  context: EditContext,
  draft: Draft,
  move: FileMove,
  { language, force }: { readonly language: string; readonly force: boolean },
): Promise<FilePlan> {
  const { file, to } = move;
  const isBeside = posix.dirname(file.path) === posix.dirname(to);
  const notes = force ? ["Nothing but the file was moved."] : [];
  if (language === "go") {
    if (!isBeside && !force) throw cannotProve(file.path, "another directory is another package in Go", [], goAdvice);
    const nameRule = force ? undefined : goSuffix(file.path, to);
    if (nameRule !== undefined) throw cannotProve(file.path, nameRule, [], "Give a name that ends in the same way.");
    return { others: [], own: [], doubts: [], leftAlone: [], notes: isBeside ? [] : notes };
  }
  if (moduleLanguages.has(language)) {
    if (force) return { others: [], own: [], doubts: [], leftAlone: await findMentions(context, draft, move), notes };
    const places = await findMentions(context, draft, move);
    throw cannotProve(file.path, `in ${language}, its path is part of what others call it`, places, editAdvice);
  }
  // Pages import styles, data and pictures by a path.
  const plan = await planEcmascriptFile(context, draft, move);
  const known = new Set(plan.others.map((other) => other.file.path));
  const places = (await findMentions(context, draft, move)).filter(({ path }) => !known.has(path));
  const own =
    /["'(]\.{1,2}\//.test(file.text) && !isBeside
      ? [{ path: file.path, line: 0, text: "has relative paths of its own" }]
      : [];
  return { ...plan, own: [], doubts: [...plan.doubts, ...places, ...own], leftAlone: [], notes: [] };
}

/** Their compilers find a file by its path, or want its name to be that of what it declares. */
const moduleLanguages: ReadonlySet<string> = new Set([
  "rust",
  "java",
  "kotlin",
  "scala",
  "csharp",
  "php",
  "ruby",
  "dart",
  "swift",
  "elixir",
  "haskell",
  "zig",
  "lua",
  "julia",
  "perl",
  "nim",
  "crystal",
  "ocaml",
  "groovy",
  "gdscript",
  "r",
  "bash",
  "solidity",
]);

const goAdvice = "Move its declarations by hand, or use `force` to move nothing but the file.";
const editAdvice = "`force` moves nothing but the file; what others call it is then to be edited.";

/** What the end of a name means to Go: a test, or a system that it is for. */
function goSuffix(from: string, to: string): string | undefined {
  const ends = (path: string): string =>
    /(?:_test|_[a-z0-9]+)*\.go$/.exec(posix.basename(path).replace(/^[^_]+/, ""))?.[0] ?? "";
  return systemEnd(ends(from)) === systemEnd(ends(to)) ? undefined : "the end of its name tells Go when to build it";
}

const systems =
  /_(?:test|linux|darwin|windows|freebsd|netbsd|openbsd|android|ios|js|wasm|wasip1|plan9|solaris|aix|dragonfly|illumos|unix|amd64|arm64|arm|386|riscv64|ppc64|ppc64le|s390x|mips|mipsle|mips64|mips64le|loong64)(?=[_.])/g;

function systemEnd(end: string): string {
  return [...end.matchAll(systems)].map(([word]) => word).join("");
}
