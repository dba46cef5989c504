import { describeValue } from "../tool/describe-value.ts";
import { ToolError } from "../tool/tool-error.ts";

/** The value if it is an integer of at least `least` that a double holds exactly; refused otherwise, never clamped. */
export function requireWholeNumber(name: string, value: unknown, least: number): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  throw new ToolError(
    "invalid_argument",
    `Expected \`${name}\` to be a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}, got ${describeValue(value)}.`,
  );
}

/** The same for a setting of the host: no model can fix it, so it is not a ToolError. */
export function requireSetting(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new RangeError(`Expected \`${name}\` to be a whole number of at least ${least}, got \`${String(value)}\`.`);
}
