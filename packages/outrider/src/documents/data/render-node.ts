import { ToolError } from "toolwright";
import type { DataNode } from "./data-node.ts";

// Aliases of YAML can make more of a small file than there is memory, or lead back into themselves.
const mostLines = 20_000;
const mostLevels = 200;

/** A value in lines of its own, laid out like JSON, with numbers and dates as the file writes them. */
export function renderNode(node: DataNode): readonly string[] {
  const lines: string[] = [];
  add(node, "", "", 0);
  return lines;

  function add(value: DataNode, before: string, after: string, level: number): void {
    const indent = " ".repeat(level);
    const isObject = value.kind === "object";
    if (!isObject && value.kind !== "array") {
      for (const line of `${indent}${before}${value.scalar()}${after}`.split(/\r\n?|\n/)) push(line);
      return;
    }
    const [open, close] = isObject ? "{}" : "[]";
    const entries = value.entries();
    if (entries.length === 0) return push(`${indent}${before}${open}${close}${after}`);
    if (level > mostLevels) throw tooMuch();
    push(`${indent}${before}${open}`);
    for (const [at, entry] of entries.entries()) {
      const name = isObject ? `${JSON.stringify(entry.key)}: ` : "";
      add(entry.node, name, at < entries.length - 1 ? "," : "", level + 1);
    }
    push(`${indent}${close}${after}`);
  }

  function push(line: string): void {
    if (lines.length >= mostLines) throw tooMuch();
    lines.push(line);
  }
}

function tooMuch(): ToolError {
  return new ToolError(
    "too_large",
    `The value has more than ${mostLines} lines or ${mostLevels} levels. Ask for a smaller part, or use pattern.`,
  );
}
