import { posix } from "node:path";
import type { FileMove, FilePlan } from "../file-plan.ts";
import { cannotProve } from "../location.ts";

/** Go: a file keeps its package and the suffix of its name; other files never refer to it. */
export function planGoFile({ file, to }: FileMove, leaves: boolean): FilePlan {
  const isBeside = posix.dirname(file.path) === posix.dirname(to);
  if (!isBeside && !leaves) throw cannotProve(file.path, "another directory is another package in Go", [], advice);
  const nameRule = leaves ? undefined : suffixRule(file.path, to);
  if (nameRule !== undefined) throw cannotProve(file.path, nameRule, [], "Give a name that ends in the same way.");
  const notes = leaves && !isBeside ? ["Nothing but the file was moved."] : [];
  return { others: [], own: [], doubts: [], leftAlone: [], notes };
}

const advice = 'Move its declarations by hand, or use `unproven`: "leave" to move nothing but the file.';

/** The meaning of a file name suffix in Go: a test, or a target system. */
function suffixRule(from: string, to: string): string | undefined {
  const ends = (path: string): string =>
    /(?:_test|_[a-z0-9]+)*\.go$/.exec(posix.basename(path).replace(/^[^_]+/, ""))?.[0] ?? "";
  return systemEnd(ends(from)) === systemEnd(ends(to)) ? undefined : "the end of its name tells Go when to build it";
}

const systems =
  /_(?:test|linux|darwin|windows|freebsd|netbsd|openbsd|android|ios|js|wasm|wasip1|plan9|solaris|aix|dragonfly|illumos|unix|amd64|arm64|arm|386|riscv64|ppc64|ppc64le|s390x|mips|mipsle|mips64|mips64le|loong64)(?=[_.])/g;

function systemEnd(end: string): string {
  return [...end.matchAll(systems)].map(([word]) => word).join("");
}
