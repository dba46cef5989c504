import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { splitName, toolsForModels } from "./listed-tools.ts";

const verbs: readonly string[] = [
  "get fetch read retrieve load view show",
  "search find query lookup",
  "create add new make insert",
  "delete remove drop destroy",
  "update edit modify change patch",
  "run execute invoke exec",
];
const synonyms = new Map(verbs.flatMap((line) => line.split(" ").map((verb, _, [first = verb]) => [verb, first])));

export const alikeTools = defineRule({
  id: "D205",
  severity: "warning",
  title: "Two tools are hard to tell apart",
  why: "A model that cannot see the difference picks one by chance, or calls both.",
  fix: "Say in each description when to use it and not the other, or make one tool of both.",
  measured:
    "Two descriptions have the same words, or two names differ only in a verb of the same meaning; unless one names the other. Where the descriptions are the same and the names still tell what each is for, it is an info.",
  needs: [],
  *find({ listing }) {
    const tools = toolsForModels(listing);
    for (const [index, left] of tools.entries()) {
      for (const right of tools.slice(index + 1)) {
        if (left.name === "" || right.name === "" || names(left, right) || names(right, left)) continue;
        const how = areAlike(left, right);
        if (how === undefined) continue;
        yield {
          tool: left.name,
          at: right.name,
          cause: how,
          ...(how === sameText && namesTellApart(left, right) ? { severity: "info" as const } : {}),
          message: `${left.name} and ${right.name} are hard to tell apart: ${how}.`,
          evidence: { sent: left.description, received: right.description },
        };
      }
    }
  },
});

function names(one: ListedTool, other: ListedTool): boolean {
  return one.description.includes(other.name);
}

const sameText = "their descriptions have the same words";

/** `search_images` beside `search_news`: what differs is more than a word that both descriptions have, too. */
function namesTellApart(left: ListedTool, right: ListedTool): boolean {
  const [mine, theirs] = [splitName(left.name), splitName(right.name)];
  const told = wordsOf(left.description);
  const differing = [
    ...mine.filter((word) => !theirs.includes(word)),
    ...theirs.filter((word) => !mine.includes(word)),
  ];
  return differing.some((word) => !told.has(word) && !synonyms.has(word));
}

function areAlike(left: ListedTool, right: ListedTool): string | undefined {
  const [leftWords, rightWords] = [wordsOf(left.description), wordsOf(right.description)];
  if (leftWords.size >= 3 && sameWords(leftWords, rightWords)) return sameText;
  // The same verb may mean two things: fetching a remote is not showing it.
  if (plainName(left.name) === plainName(right.name) && overlap(leftWords, rightWords) >= alikeFrom) {
    return "their names mean the same";
  }
  return undefined;
}

const alikeFrom = 0.35;

/** The share of common words. */
function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((word) => right.has(word)).length;
  return common / Math.max(1, left.size + right.size - common);
}

function sameWords(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && [...left].every((word) => right.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
}

/** The name with its verb replaced by the first of the same meaning, without plural. */
function plainName(name: string): string {
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.map((part) => synonyms.get(part) ?? part).join("_");
}
