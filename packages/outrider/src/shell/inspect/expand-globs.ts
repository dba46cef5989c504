import { dirname, isAbsolute, join, parse } from "node:path";
import type { Disk } from "./disk.ts";
import { InspectionLimitError } from "./inspection-limit-error.ts";
import { hasPattern, unescapePattern } from "./word.ts";

const maxPaths = 2_000;

/** The files that a pattern currently matches from a directory; the pattern itself if it matches none, as in the shell. */
export function expandGlobs(base: string, pattern: string, disk: Disk): readonly string[] {
  const isWhole = isAbsolute(pattern);
  const { root } = parse(pattern);
  const start = isWhole ? root : base;
  // Patterns use "/" on every system, since "\" escapes.
  const components = (isWhole ? pattern.slice(root.length) : pattern).split("/").filter((part) => part !== "");
  const found = hasPattern(pattern) ? take(start, components, (path, part) => stepGlob(path, part, disk)) : [];
  if (found.length > 0) return found;
  return take(start, components, (path, part) => stepName(path, unescapePattern(part), disk));
}

function take(
  start: string,
  components: readonly string[],
  step: (path: string, component: string) => readonly string[],
): readonly string[] {
  let paths: readonly string[] = [start];
  for (const component of components) {
    paths = [...new Set(paths.flatMap((path) => step(path, component)))];
    if (paths.length > maxPaths) throw new InspectionLimitError("has patterns over too many files to look at");
  }
  return paths;
}

function stepGlob(directory: string, component: string, disk: Disk): readonly string[] {
  if (!hasPattern(component)) return stepName(directory, unescapePattern(component), disk);
  const matches = toMatcher(component);
  const isHidden = unescapePattern(component).startsWith(".");
  // Before bash 5.2, and in other shells, `.*` and `.?` match ".." too.
  const names = isHidden ? [".", "..", ...disk.names(directory)] : disk.names(directory);
  return names
    .filter((name) => matches.test(name) && (isHidden || !name.startsWith(".")))
    .flatMap((name) => stepName(directory, name, disk));
}

function stepName(directory: string, name: string, disk: Disk): readonly string[] {
  if (name === ".") return [directory];
  if (name !== "..") return [join(directory, name)];
  // The system goes up from the link's target; `cd` and some programs remove the last name as written.
  return [dirname(disk.real(directory)), dirname(directory)];
}

/** One component of a glob as a regular expression; a bracket class matches any character. */
function toMatcher(component: string): RegExp {
  let source = "";
  for (let at = 0; at < component.length; at += 1) {
    const character = component.charAt(at);
    if (character === "\\") {
      at += 1;
      source += quote(component.charAt(at));
    } else if (character === "*") source += ".*";
    else if (character === "?") source += ".";
    else if (character === "[") {
      const end = component.indexOf("]", at + 2);
      source += end === -1 ? "\\[" : ".";
      at = end === -1 ? at : end;
    } else source += quote(character);
  }
  // Case-insensitive, as some file systems are.
  return new RegExp(`^${source.replaceAll(/(?:\.\*)+/g, ".*")}$`, "isu");
}

function quote(character: string): string {
  return character.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
