import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import * as z from "zod";

/** A value of a parsed file that may hold anything; `field` walks down and gives undefined where the way ends. */
export type Data = unknown;

export function readJson(text: string | undefined): Data {
  if (text === undefined) return undefined;
  const parsed: unknown = parseJsonc(text, [], { allowTrailingComma: true });
  return parsed;
}

export function readToml(text: string | undefined): Data {
  try {
    return text === undefined ? undefined : parseToml(text);
  } catch {
    // A manifest that its own tools would refuse, too.
    return undefined;
  }
}

export function field(data: Data, ...names: readonly string[]): Data {
  let at = data;
  for (const name of names) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Object.getOwnPropertyDescriptor(at, name)?.value;
  }
  return at;
}

export function textOf(data: Data): string | undefined {
  return typeof data === "string" && data.trim() !== "" ? data.trim() : undefined;
}

const textMap = z.record(z.string(), z.unknown());

/** Names and texts of an object, anything else left out. */
export function textsOf(data: Data): readonly (readonly [string, string])[] {
  const parsed = textMap.safeParse(data);
  if (!parsed.success) return [];
  return Object.entries(parsed.data).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
}

export function namesOf(data: Data): readonly string[] {
  const parsed = textMap.safeParse(data);
  return parsed.success ? Object.keys(parsed.data) : [];
}
