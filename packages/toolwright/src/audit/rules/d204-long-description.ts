import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { keptCharacters, toolsForModels } from "./listed-tools.ts";
import { listFields, listPaths, mentions } from "./schema-fields.ts";

const long = 1_000;
/** What a model must not miss. Examples and notes may go. */
const rule =
  /\b(?:must|never|(?<!not )always|you should|(?:do not|don't)(?! (?:need|have|know|care|require|want|hesitate))|only if|instead of|IMPORTANT|WARNING|CRITICAL)\b/;

export const longDescription = defineRule({
  id: "D204",
  severity: "error",
  title: "A description is long",
  why: "Claude Code keeps 2,048 characters of a description and drops the rest without a word to server or user. Every character is sent in each turn.",
  fix: "Keep what decides about the choice of a tool, and move the rest to the fields, a prompt or a resource.",
  measured:
    "What stands behind the first 2,048 characters. The only words about a required field: an error; rules that stand neither before that nor in the schema: a warning; anything else, such as examples, and descriptions of over 1,000 characters: an info.",
  needs: [],
  *find({ listing }) {
    for (const tool of toolsForModels(listing)) {
      const { name, description } = tool;
      const { length } = description;
      if (length <= long) continue;
      const lost = description.slice(keptCharacters);
      const fields = findLostFields(tool);
      const severity = fields.length > 0 ? "error" : losesRule(tool) ? "warning" : "info";
      const what = fields.length > 0 ? `, with all that is said about ${listPaths(fields)}` : "";
      yield {
        tool: name,
        severity,
        cause: `${severity} ${lost === "" ? "long" : "cut"}`,
        message:
          lost === ""
            ? `The description of ${name} has ${length} characters.`
            : `The description of ${name} has ${length} characters; clients that cut lose the last ${length - keptCharacters}${what}.`,
        evidence: { received: lost === "" ? description : lost },
      };
    }
  },
});

/** Whether the lost part holds a rule whose words stand nowhere else in one sentence. */
function losesRule({ description, inputSchema }: ListedTool): boolean {
  const rules = description
    .slice(keptCharacters)
    .split(clauseEnd)
    .filter((clause) => rule.test(clause));
  if (rules.length === 0) return false;
  const kept = description.slice(0, keptCharacters).split(sentenceEnd).map(wordsOf);
  const told = listFields(inputSchema).flatMap((field) => {
    const { type, enum: values, const: value, format, pattern, minimum, maximum } = field.schema;
    const form = [type, values, value, format, pattern, minimum, maximum].filter((each) => each !== undefined);
    const about = `${field.name} ${field.required ? "required" : "optional"} ${JSON.stringify(form)}`;
    return field.description.split(sentenceEnd).map((sentence) => wordsOf(`${about} ${sentence}`));
  });
  return !rules.every((clause) => [...kept, ...told].some((words) => tells(words, clause)));
}

/** One word says too little to be found again, and a colon announces rules that follow. */
function tells(words: ReadonlySet<string>, clause: string): boolean {
  const wanted = wordsOf(clause);
  if (wanted.size < 2 || clause.trimEnd().endsWith(":") || words.has(not) !== wanted.has(not)) return false;
  return [...wanted].every((word) => words.has(word));
}

const sentenceEnd = /[\n;]|[.!?](?=\s|$)/;
const clauseEnd = /[\n;()]|[.!?](?=\s|$)/;
const not = "not";
const negations = /\b(?:never|no|cannot|without|nor|\w+n['’]t)\b/g;
const emptyWords = new Set(
  "a an the is are be been to of in on for with by at as it its this that and or if when one you your must always should important warning critical please will can may".split(
    " ",
  ),
);

/** The words that carry the sense, without their endings: `requires` and `required` are one. */
function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .toLowerCase()
      .replaceAll(negations, ` ${not} `)
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !emptyWords.has(word)).map(cutEnding));
}

function cutEnding(word: string): string {
  const stem = word.replace(/(?:([^aeiou])\1)?(?:ing|ed|es|s|e)$/, "$1");
  return stem.length < 3 ? word : stem;
}

/** Required fields that are explained in the lost part and not named in the other. An example with the field explains nothing. */
function findLostFields({ description, inputSchema }: ListedTool): readonly string[] {
  const [kept, lost] = [description.slice(0, keptCharacters), description.slice(keptCharacters)];
  return listFields(inputSchema)
    .filter((field) => field.required && !field.path.includes(".") && field.description.trim() === "")
    .filter(({ name }) => explains(lost, name) && !mentions(kept, name))
    .map(({ path }) => path);
}

/** `- day: as 2026-01-31`, `day (string): …` and the like at the start of a line. */
function explains(text: string, name: string): boolean {
  return text.split("\n").some((line) => {
    const [, word, rest = ""] = /^[\s*`-]*([\w-]+)[`*]*\s*(?:\([^)]*\))?\s*[:–—-](.*)$/.exec(line) ?? [];
    return word === name && rest.trim() !== "";
  });
}
