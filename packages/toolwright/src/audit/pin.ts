import { createHash } from "node:crypto";
import { isJsonObject } from "../tool/schema.ts";
import type { ListedTool, Pin } from "./seen.ts";

/** Fingerprints of tools by name, as a lock file has them. */
export type PinnedTools = Readonly<Record<string, string>>;

/** What was read and approved of each tool: all that the list says of it. `show` is for names that must not be shown as they are. */
export function fingerprintTools(
  tools: readonly ListedTool[],
  show: (name: string) => string = (name) => name,
): PinnedTools {
  return Object.fromEntries(
    tools
      .map(({ name, raw }) => [show(name), createHash("sha256").update(writeSorted(raw)).digest("hex")] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** Reads the lock file of a server; throws a sentence about what is wrong. */
export function readPins(value: unknown): PinnedTools {
  const tools = isJsonObject(value) ? value["tools"] : undefined;
  if (!isJsonObject(tools)) throw new Error("A lock file is what `toolwright audit --pin FILE` has written.");
  return Object.fromEntries(Object.entries(tools).map(([name, pinned]) => [name, String(pinned)]));
}

/** Pinned tools beside those of now. */
export function comparePins(pinned: PinnedTools, now: PinnedTools): readonly Pin[] {
  const names = new Set([...Object.keys(pinned), ...Object.keys(now)]);
  return [...names].toSorted().map((tool) => ({ tool, pinned: pinned[tool], now: now[tool] }));
}

/** The order of fields is no change of a tool. */
function writeSorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
