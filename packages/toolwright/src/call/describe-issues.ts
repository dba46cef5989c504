import type { StandardSchemaV1 } from "@standard-schema/spec";
import { resolveReference } from "../tool/check-schema.ts";
import { describeText, describeValue } from "../tool/describe-value.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import { isJsonObject, type JsonSchema } from "../tool/schema.ts";

const maxProblems = 10;

/** What is wrong with an input, one sentence each: which argument, what was expected, what was given. */
export function describeIssues(
  schema: JsonSchema,
  input: unknown,
  issues: readonly StandardSchemaV1.Issue[],
): readonly string[] {
  const unknown = [...findUnknownArguments(schema, input, schema, "")];
  // Libraries report unknown keys on their object; those are better reported by name.
  const others = issues.filter(
    (issue) => !(unknown.length > 0 && /unrecognized|unknown|undeclared/i.test(issue.message)),
  );
  const total = unknown.length + others.length;
  // Only reported issues are put into words: an input may contain a hundred thousand mistakes.
  const told = [
    ...describeUnknown(unknown.slice(0, maxProblems)),
    ...others.slice(0, maxProblems).map((issue) => describeIssue(schema, input, issue)),
  ];
  const sentences = [...new Set(told)].slice(0, maxProblems);
  return total <= maxProblems ? sentences : [...sentences, `… and ${total - sentences.length} more problems.`];
}

/** An argument that its object does not have, with those it has. */
export interface UnknownArgument {
  readonly name: string;
  readonly key: string;
  readonly valid: readonly string[];
}

export function* findUnknownArguments(
  schema: JsonSchema,
  value: unknown,
  root: JsonSchema,
  path: string,
): Generator<UnknownArgument> {
  const resolved = resolveReference(schema, root);
  if (Array.isArray(value) && typeof resolved.items === "object") {
    for (const [index, item] of value.entries())
      yield* findUnknownArguments(resolved.items, item, root, `${path}[${index}]`);
  }
  if (!isJsonObject(value) || resolved.properties === undefined) return;
  const valid = Object.keys(resolved.properties);
  for (const [key, inner] of Object.entries(value)) {
    const field = Object.hasOwn(resolved.properties, key) ? resolved.properties[key] : undefined;
    const name = path === "" ? key : `${path}.${key}`;
    if (field !== undefined) yield* findUnknownArguments(field, inner, root, name);
    else if (resolved.additionalProperties === false) yield { name, key, valid };
  }
}

/** A sentence for each. What can be given is told once for each object: with the last one that it does not have. */
export function describeUnknown(all: readonly UnknownArgument[]): readonly string[] {
  return all.map(({ name, key, valid }, at) => {
    const guess = sameMeaning(key, valid) ?? didYouMean(key, valid);
    const isLast = !all.slice(at + 1).some((other) => other.valid.join() === valid.join());
    const choices = valid.length === 0 ? " This tool takes no arguments." : ` Valid arguments: ${valid.join(", ")}.`;
    return `Unknown argument ${describeText(name)}.${guess}${isLast ? choices : ""}`;
  });
}

/** Names that models take for one another. */
const synonyms: readonly (readonly string[])[] = [
  ["cmd", "command"],
  ["query", "search", "regex", "pattern", "name"],
  ["name", "symbol", "identifier", "function"],
  ["lines", "range", "start", "start_line", "from", "offset"],
  ["lines", "range", "end", "end_line", "count", "max", "max_results", "head_limit", "limit"],
  ["to", "destination", "target", "new_path", "new_name"],
  ["file", "filename", "file_path", "filepath", "directory", "dir", "cwd", "path"],
  ["content", "text", "code", "body"],
  ["old", "old_text", "old_str", "old_string"],
  ["new", "new_text", "new_str", "replacement", "new_string"],
  ["timeout", "timeout_ms", "wait"],
  ["detail", "detail_level", "body"],
];

/** A question about arguments that mean what was given; undefined if there are none. */
function sameMeaning(key: string, valid: readonly string[]): string | undefined {
  const meant = synonyms.flatMap((words) => (words.includes(key) ? words.filter((word) => valid.includes(word)) : []));
  const shown = [...new Set(meant)].map((name) => `"${name}"`);
  return shown.length === 0 ? undefined : ` Did you mean ${shown.join(" or ")}?`;
}

function describeIssue(schema: JsonSchema, input: unknown, issue: StandardSchemaV1.Issue): string {
  const keys = (issue.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment));
  if (keys.length === 0) return cut(issue.message);
  let node: JsonSchema | undefined = schema;
  let value: unknown = input;
  for (const key of keys) {
    node = childSchema(node, key, schema);
    value = childValue(value, key);
  }
  const name = `\`${cut(keys.map(String).join("."))}\``;
  const choices = node?.enum;
  if (value === undefined) {
    const oneOf = choices === undefined ? "" : `: one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`;
    return `${name} is missing${node?.description === undefined ? "" : ` (${node.description})`}${oneOf}.`;
  }
  if (choices !== undefined) {
    const guess = typeof value === "string" ? didYouMean(value, choices.map(String)) : "";
    return `${name}: expected one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}, got ${describeValue(value)}.${guess}`;
  }
  const library = cut(issue.message.replace(/^Invalid input: /, "").replace(/, received .*$/, ""));
  return `${name}: ${library}, got ${describeValue(value)}.`;
}

function childSchema(schema: JsonSchema | undefined, key: PropertyKey, root: JsonSchema): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const resolved = resolveReference(schema, root);
  if (typeof key === "number") return typeof resolved.items === "object" ? resolved.items : undefined;
  return typeof key === "string" ? resolved.properties?.[key] : undefined;
}

function childValue(value: unknown, key: PropertyKey): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isJsonObject(value) && typeof key === "string" && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Libraries include the given values in their messages, however long they are. */
function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
