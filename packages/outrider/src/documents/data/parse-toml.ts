import { parse, TomlDate, TomlError } from "smol-toml";
import type { DataEntry, DataKind, DataNode } from "./data-node.ts";
import { DataSyntaxError } from "./data-syntax-error.ts";

/** TOML; its parser does not tell where a value stands. */
export function parseToml(text: string): DataNode {
  try {
    return wrap(parse(text));
  } catch (error) {
    if (error instanceof TomlError) {
      const problem = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "") ?? "";
      throw new DataSyntaxError(`line ${error.line}: ${problem}`);
    }
    if (error instanceof RangeError) throw new DataSyntaxError("it is nested too deeply");
    throw error;
  }
}

function wrap(value: unknown): DataNode {
  return { kind: kindOf(value), entries: () => entriesOf(value), value: () => value };
}

function kindOf(value: unknown): DataKind {
  if (value instanceof TomlDate) return "date";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object" && value !== null) return "object";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "number";
}

function entriesOf(value: unknown): readonly DataEntry[] {
  if (Array.isArray(value)) return value.map((item: unknown, key) => ({ key, node: wrap(item) }));
  if (typeof value !== "object" || value === null || value instanceof TomlDate) return [];
  return Object.entries(value).map(([key, item]: [string, unknown]) => ({ key, node: wrap(item) }));
}
