import { isDeepStrictEqual } from "node:util";
import { ToolError } from "toolwright";
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Node,
  parseDocument,
  stringify,
  YAMLMap,
} from "yaml";
import { lineStartAt, nextLineAt } from "./line-offsets.ts";

type Values = Readonly<Record<string, unknown>>;

const style = { lineWidth: 0, flowCollectionPadding: false } as const;

/** Values as YAML lines, the last one ended. */
export function renderYaml(values: Values): string {
  return stringify(values, style);
}

/**
 * Changes top-level keys in the source itself, since a document that is written anew comes out in another format. What
 * comes out is read again and compared; where the source resists, the whole block is written anew.
 */
export function changeYaml(raw: string, before: Values, changes: Values): string {
  const wanted = Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([key]) => changes[key] !== null || !Object.hasOwn(changes, key)),
  );
  for (const change of [changeSource, changeDocument]) {
    const changed = attempt(() =>
      Object.entries(changes).reduce((source, [key, value]) => change(source, key, value), raw),
    );
    if (changed !== undefined && isDeepStrictEqual(readValues(changed), wanted)) return changed;
  }
  throw new ToolError(
    "broken_front_matter",
    "The front matter cannot be changed key by key: change its lines with `old_string`.",
  );
}

function changeSource(raw: string, key: string, value: unknown): string {
  const contents = parse(raw).contents;
  if (contents === null) return value === null ? raw : ended(raw) + renderYaml({ [key]: value });
  if (!isMap(contents) || contents.flow === true) return changeDocument(raw, key, value);
  const span = findPair(raw, contents, key);
  if (span === undefined) return value === null ? raw : ended(raw) + renderYaml({ [key]: value });
  if (value === null) return raw.slice(0, lineStartAt(raw, span.start)) + raw.slice(nextLineAt(raw, span.end));
  if (isDeepStrictEqual(span.node?.toJS(parse(raw)), value)) return raw;
  const lines = renderLike(span.node, key, value).trimEnd();
  const comment = /^[ \t]*(#.*)/.exec(raw.slice(span.end))?.[1];
  if (comment === undefined || !lines.includes("\n")) return raw.slice(0, span.start) + lines + raw.slice(span.end);
  // A comment behind a block of lines would become part of its last line.
  const rest = raw.slice(span.end).replace(/^[ \t]*#.*/, "");
  return `${raw.slice(0, span.start)}${comment}\n${lines}${rest}`;
}

interface Span {
  readonly start: number;
  /** Behind the value, without the blanks and comments that follow. */
  readonly end: number;
  readonly node: Node | undefined;
}

function findPair(raw: string, map: YAMLMap, key: string): Span | undefined {
  const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
  if (pair === undefined || !isNode(pair.key) || !pair.key.range) return undefined;
  const start = pair.key.range[0];
  const node = isNode(pair.value) ? pair.value : undefined;
  const end = node?.range?.[1] ?? raw.indexOf(":", pair.key.range[1]) + 1;
  return { start, end: start + raw.slice(start, end).trimEnd().length, node };
}

/** With the quotes, or on one line, as the value before. */
function renderLike(before: Node | undefined, key: string, value: unknown): string {
  const document = parse("");
  const flow = isCollection(before) && before.flow === true && typeof value === "object";
  const node = document.createNode(value, { flow });
  if (isScalar(before) && isScalar(node) && typeof before.value === "string" && typeof value === "string") {
    if (before.type !== undefined && !before.type.startsWith("BLOCK") && !value.includes("\n")) node.type = before.type;
  }
  const map = new YAMLMap();
  map.set(key, node);
  return stringify(map, style);
}

/** For flow maps and what else has no lines of its own. */
function changeDocument(raw: string, key: string, value: unknown): string {
  const document = parse(raw);
  if (value === null) document.delete(key);
  else document.set(key, value);
  return document.toString(style);
}

function parse(raw: string): Document {
  return parseDocument(raw, { logLevel: "silent" });
}

function readValues(raw: string): unknown {
  const document = parse(raw);
  return document.errors.length > 0 ? undefined : attempt(() => document.toJS({ maxAliasCount: 100 }) ?? {});
}

/** The library throws at what it cannot read or write, such as an alias whose anchor went: then the source resists. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function ended(raw: string): string {
  return raw === "" || raw.endsWith("\n") ? raw : `${raw}\n`;
}
