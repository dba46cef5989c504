import { type Attachment, type Call, maxDelayMs } from "./call-context.ts";
import { ToolDefinitionError } from "./check-definition.ts";
import type { JsonObject, JsonSchema, Schema } from "./schema.ts";
import type { Effects, Tier, Tool } from "./tool.ts";

/** A tool that someone else wrote: its text is third-party data. */
export interface AdoptedDefinition<Value> {
  /** The source of the tool, snake_case; prefix of name, title and description. */
  readonly source: string;
  /** As created by `adoptedName`. */
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** An object schema. Its prose is not cleaned here. */
  readonly input: Schema<JsonObject, JsonObject>;
  readonly effects: Effects;
  /** "confirm" unless the application vouches for the tool. */
  readonly tier?: Tier;
  readonly deadlineMs: number;
  readonly stallMs?: number | undefined;
  readonly handle: (input: JsonObject, services: unknown, call: Call) => Promise<Value>;
  readonly format?: (value: Value) => string;
  readonly attach?: (value: Value) => readonly Attachment[];
}

/** A tool of another server, as a Toolwright tool. */
export type AdoptedTool<Value = unknown> = Tool<string, JsonObject, JsonObject, Value, unknown>;

const maxNameLength = 64;
const maxTitleLength = 80;
const maxDescriptionLength = 300;
const maxGuideLength = 20 * 1024;
export const sourcePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const namePattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*__[a-z0-9]+(?:_[a-z0-9]+)*$/;

/**
 * The second way to create a tool, for third-party definitions. Where `defineTool` refuses what would confuse a model,
 * this cleans and shortens it, and says whose words they are; of two readings it takes the stricter.
 */
export function adoptTool<Value>(definition: AdoptedDefinition<Value>): AdoptedTool<Value> {
  const { source, name, deadlineMs, stallMs = deadlineMs } = definition;
  const effects = stricter(definition.effects);
  const words = cleanText(definition.description ?? "", maxGuideLength);
  const description = cleanLine(`[from ${source}] ${words === "" ? "Its source does not describe it." : words}`);
  const shown = shorten(description, maxDescriptionLength);
  const { $schema: _, ...inputJsonSchema }: JsonSchema = definition.input["~standard"].jsonSchema.input({
    target: "draft-2020-12",
  });
  const problems = findProblems(definition, inputJsonSchema, { deadlineMs, stallMs });
  if (problems.length > 0) throw new ToolDefinitionError(`Adopted tool ${JSON.stringify(name)}`, problems);
  return Object.freeze({
    name,
    title: `${source}: ${cleanLine(definition.title ?? "", maxTitleLength) || name.slice(source.length + 2)}`,
    description: shown,
    guide: shown === description ? undefined : `What ${source} says of this tool:\n\n${words}`,
    input: definition.input,
    output: undefined,
    inputJsonSchema: Object.freeze(inputJsonSchema),
    outputJsonSchema: undefined,
    effects: Object.freeze(effects),
    tier: effects.readOnly ? (definition.tier ?? "confirm") : "confirm",
    needs: Object.freeze([]),
    deadlineMs,
    stallMs: Math.min(stallMs, deadlineMs),
    longRunning: false,
    budgetTokens: undefined,
    previewTokens: undefined,
    examples: Object.freeze([]),
    handle: definition.handle,
    format: definition.format,
    attach: definition.attach,
    meta: undefined,
  });
}

/**
 * The name of an adopted tool, derived only from its own: `source__snake_case`, at most 64 characters. If `unique` is
 * false, or if characters are lost, a hash of the original keeps it apart from similar names.
 */
export function adoptedName(source: string, original: string, unique = true): string {
  const plain = toSnakeCase(original);
  const room = maxNameLength - source.length - 2;
  if (unique && plain !== "" && plain.length <= room) return `${source}__${plain}`;
  const hash = hashOf(original);
  const start = (plain || "tool").slice(0, room - hash.length - 1).replace(/_$/, "");
  return `${source}__${start}_${hash}`;
}

/** Third-party text on one line: no terminal control sequences, no invisible characters. */
export function cleanLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  return shorten(clean(text).replaceAll(/\s+/g, " ").trim(), maxLength);
}

/** The same with line breaks kept. */
export function cleanText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const lines = clean(text)
    .split("\n")
    .map((line) => line.trimEnd());
  return shorten(
    lines
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
    maxLength,
  );
}

/** Whether a text contains anything that `cleanLine` would remove. */
export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

// Sequences first, or their printable rest would stay behind.
const escapes =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/g;
// Control, format and ignorable characters and lone surrogates: bidirectional marks, zero widths, tags, variation selectors.
const hidden = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{DI}]/gu;

function clean(text: string): string {
  return text
    .replaceAll(escapes, "")
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(hidden, "");
}

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function stricter({ readOnly, destructive, idempotent, openWorld }: Effects): Effects {
  return { readOnly: readOnly && !destructive, destructive, idempotent, openWorld };
}

function findProblems(
  { source, name, handle }: Pick<AdoptedDefinition<unknown>, "source" | "name" | "handle">,
  schema: JsonSchema,
  times: Readonly<Record<string, number>>,
): string[] {
  const problems: string[] = [];
  if (!namePattern.test(name) || !name.startsWith(`${source}__`) || name.length > maxNameLength) {
    problems.push(
      `name must be ${source}__snake_case of at most ${maxNameLength} characters; make it with adoptedName`,
    );
  }
  if (schema.type !== "object") problems.push("input must be an object schema");
  for (const [field, value] of Object.entries(times)) {
    if (value > 0 && value <= maxDelayMs) continue;
    problems.push(`${field} ${value} must be a positive number of milliseconds, at most ${maxDelayMs}`);
  }
  if (typeof handle !== "function") problems.push("handle must be a function");
  return problems;
}

/** "getUserID" and "get-user.id" both become get_user_id. */
function toSnakeCase(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}

/** FNV-1a: the same in every process; it keeps names apart and provides no security. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, "0");
}
