import { findNodeAtLocation, type Node, type ParseOptions, parseTree } from "jsonc-parser";
import { isRecord } from "../../workspace/config/is-record.ts";
import { withValueAt } from "./config-text.ts";

export const jsonOptions: ParseOptions = { allowTrailingComma: true };

/** Sets the value at a path of keys and keeps every other byte; jsonc-parser's own edits would reformat the neighbours. */
export function setJsonValue(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], jsonOptions);
  if (root === undefined) throw new Error("Only text with a value in it can be edited.");
  const layout = layoutOf(text);
  const whole = findNodeAtLocation(root, [...path]);
  if (whole !== undefined) {
    const shown = print(value, layout, indentOfLine(text, whole.offset));
    return splice(text, whole.offset, whole.offset + whole.length, shown);
  }
  const { holder, rest } = deepestObject(root, path);
  const [key = "", ...below] = rest;
  return insertProperty(text, holder, key, below.length === 0 ? value : withValueAt({}, below, value), layout);
}

interface Layout {
  readonly unit: string;
  readonly eol: string;
}

/** The file's own style, taken from its first indented line and its first line ending. */
function layoutOf(text: string): Layout {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ", eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

function deepestObject(
  root: Node,
  path: readonly string[],
): { readonly holder: Node; readonly rest: readonly string[] } {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const holder = findNodeAtLocation(root, path.slice(0, depth));
    if (holder !== undefined) return { holder, rest: path.slice(depth) };
  }
  return { holder: root, rest: path };
}

/** After the last property and the comments that follow it. */
function insertProperty(text: string, holder: Node, key: string, value: unknown, layout: Layout): string {
  const brace = holder.offset + holder.length - 1;
  const end = text.slice(0, brace).trimEnd().length;
  const last = holder.children?.at(-1);
  const isOneLine = !text.slice(holder.offset, brace).includes("\n");
  if (last !== undefined && isOneLine) {
    return splice(text, end, end, `${comma(text, last, end)} ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  }
  const outer = indentOfLine(text, last === undefined ? holder.offset : brace);
  const inner = last === undefined ? outer + layout.unit : indentOfLine(text, last.offset);
  const property = `${layout.eol}${inner}${JSON.stringify(key)}: ${print(value, layout, inner)}`;
  const closed = splice(text, end, brace, `${property}${layout.eol}${outer}`);
  if (last === undefined) return closed;
  const at = last.offset + last.length;
  return splice(closed, at, at, comma(text, last, end));
}

/** Empty if there already is a comma after the last property. */
function comma(text: string, last: Node, end: number): string {
  const behind = text.slice(last.offset + last.length, end).replaceAll(/\/\/.*|\/\*[^]*?\*\//g, "");
  return behind.includes(",") ? "" : ",";
}

function print(value: unknown, { unit, eol }: Layout, indent: string): string {
  return printJson(value, unit).replaceAll("\n", `${eol}${indent}`);
}

/** Like `JSON.stringify`, but with lists of words on one line. */
export function printJson(value: unknown, unit: string): string {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value, undefined, unit);
  const lines = Object.entries(value).map(([key, item]) => {
    return `\n${unit}${JSON.stringify(key)}: ${printJson(item, unit).replaceAll("\n", `\n${unit}`)}`;
  });
  return lines.length === 0 ? "{}" : `{${lines.join(",")}\n}`;
}

function indentOfLine(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function splice(text: string, from: number, to: number, replacement: string): string {
  return text.slice(0, from) + replacement + text.slice(to);
}
