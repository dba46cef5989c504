import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";
import type { ListedTool, Pin, PinChange } from "./seen.ts";

/** Tools by name, as a lock file has them. */
export type PinnedTools = Readonly<Record<string, PinnedTool>>;

/** What was read and approved of a tool. */
export interface PinnedTool {
  /** Of all that the list says of it. */
  readonly fingerprint: string;
  /** All that the list says of it, to tell what has changed; absent if that is very long. */
  readonly listed?: JsonObject;
}

/** Longer tools are no text that anybody reads in a lock file. */
const longestListed = 64 * 1024;

/** Each tool as it is listed now. `mask` takes out what a file must not show. */
export function pinTools(tools: readonly ListedTool[], mask: (text: string) => string = (text) => text): PinnedTools {
  return Object.fromEntries(
    tools
      .map(({ name, raw }) => [mask(name), pinTool(raw, mask)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

function pinTool(raw: JsonObject, mask: (text: string) => string): PinnedTool {
  const text = writeSorted(raw);
  const fingerprint = createHash("sha256").update(text).digest("hex");
  const listed = text.length > longestListed ? undefined : maskAll(JSON.parse(text), mask);
  return { fingerprint, ...(isJsonObject(listed) ? { listed } : {}) };
}

function maskAll(value: unknown, mask: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => maskAll(each, mask));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [mask(key), maskAll(each, mask)]));
  const masked = mask(String(value));
  return masked === String(value) ? value : masked;
}

/** Reads the lock file of a server; throws a sentence about what is wrong. */
export function readPins(value: unknown): PinnedTools {
  const tools = isJsonObject(value) ? value["tools"] : undefined;
  if (!isJsonObject(tools)) throw new Error(noLockFile);
  return Object.fromEntries(Object.entries(tools).map(([name, pinned]) => [name, readPin(pinned)]));
}

const noLockFile = "A lock file is what `toolwright audit --pin FILE` has written.";

function readPin(value: unknown): PinnedTool {
  const { fingerprint, listed } = isJsonObject(value) ? value : { fingerprint: value };
  if (typeof fingerprint !== "string") throw new Error(noLockFile);
  return { fingerprint, ...(isJsonObject(listed) ? { listed } : {}) };
}

/** Pinned tools beside those of now. */
export function comparePins(pinned: PinnedTools, now: PinnedTools): readonly Pin[] {
  const [before, after] = [new Map(Object.entries(pinned)), new Map(Object.entries(now))];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().map((tool) => {
    const [old, fresh] = [before.get(tool), after.get(tool)];
    const isSame = old?.fingerprint === fresh?.fingerprint;
    const changes =
      isSame || old?.listed === undefined || fresh?.listed === undefined ? [] : listChanges(old.listed, fresh.listed);
    return { tool, pinned: old?.fingerprint, now: fresh?.fingerprint, changes };
  });
}

/** The innermost fields that differ, by path. */
function listChanges(pinned: JsonObject, now: JsonObject, within = ""): readonly PinChange[] {
  const [before, after] = [new Map(Object.entries(pinned)), new Map(Object.entries(now))];
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((key) => {
    const [old, fresh] = [before.get(key), after.get(key)];
    if (writeSorted(old) === writeSorted(fresh)) return [];
    const at = `${within}${key}`;
    return isJsonObject(old) && isJsonObject(fresh)
      ? listChanges(old, fresh, `${at}.`)
      : [{ at, pinned: old, now: fresh }];
  });
}

/** The order of fields is no change of a tool. */
function writeSorted(value: unknown): string {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
  return text ?? "";
}
