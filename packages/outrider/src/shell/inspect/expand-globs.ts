import { readdirSync } from "node:fs";
import { join, parse } from "node:path";
import { hasPattern, unescapePattern } from "./word.ts";

const mostEntries = 2_000;
const mostPaths = 400;

/** The files that an absolute pattern stands for right now; the pattern itself where it matches none, as in the shell. */
export function expandGlobs(pattern: string): readonly string[] {
  if (!hasPattern(pattern)) return [unescapePattern(pattern)];
  const { root } = parse(pattern);
  let paths = [root];
  for (const component of splitComponents(pattern.slice(root.length))) {
    paths = paths.flatMap((path) => step(path, component)).slice(0, mostPaths);
  }
  return paths.length === 0 ? [unescapePattern(pattern)] : paths;
}

function splitComponents(pattern: string): readonly string[] {
  return pattern.split("/").filter((component) => component !== "");
}

function step(directory: string, component: string): readonly string[] {
  if (!hasPattern(component)) return [join(directory, unescapePattern(component))];
  const matches = toMatcher(component);
  return listNames(directory)
    .filter((name) => matches.test(name) && (!name.startsWith(".") || component.startsWith(".")))
    .map((name) => join(directory, name));
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory).slice(0, mostEntries);
  } catch {
    return [];
  }
}

/** One component of a glob as a regular expression; of a class in brackets only that it is some character. */
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
  // Without regard to case: some file systems have none.
  return new RegExp(`^${source.replaceAll(/(?:\.\*)+/g, ".*")}$`, "isu");
}

function quote(character: string): string {
  return character.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
