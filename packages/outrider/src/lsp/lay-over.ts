import { isRecord } from "../workspace/config/is-record.ts";

/** The user's values over ours, part by part where both have parts. */
export function layOver(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isRecord(base) || !isRecord(over)) return over;
  return { ...base, ...layOverEach(base, over) };
}

/** The same for settings by section. */
export function layOverEach(
  base: Readonly<Record<string, unknown>>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = Object.entries(over).map(([name, value]): [string, unknown] => [name, layOver(base[name], value)]);
  return { ...base, ...Object.fromEntries(merged) };
}
