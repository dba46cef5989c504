import type { ApprovalRequest } from "../../access/approval.ts";
import { canonicalJson } from "../../access/sealed-state.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { StickyRule } from "../log/thread-state.ts";
import type { RunParts } from "./run-parts.ts";

/** Whether two requests ask the same of a person: the answer to one is then the answer to the other. */
export function isSameAsk(one: ApprovalRequest, other: ApprovalRequest): boolean {
  return canonicalJson(factsOf(one)) === canonicalJson(factsOf(other));
}

function factsOf({ tool, effects, input, filledIn, reason, session, principal }: ApprovalRequest): object {
  return { tool, effects, input, filledIn, reason, session, principal };
}

/** What a remembered decision says to a request; the latest one that fits counts, the thread's own before those above it. */
export function findRule(
  { thread, above }: Pick<RunParts, "thread" | "above">,
  request: ApprovalRequest,
): StickyRule | undefined {
  return [...above.rules(), ...thread.state().rules].findLast(
    (rule) => kindOf(rule) === kindOf(request) && matchesPattern(rule.input, request.input),
  );
}

/** The reason is a part of it: it may say where a path leads, which no input shows. */
function kindOf({ tool, effects, reason, principal }: Omit<StickyRule, "input" | "verdict">): string {
  return canonicalJson({ tool, effects, reason, principal });
}

/** The pattern that fits this input and no other: a model's own star must not stand for anything else. */
export function exactPattern(input: JsonObject): JsonObject {
  const escape = (value: unknown): unknown => (typeof value === "string" ? value.replaceAll("*", "[*]") : value);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, escape(value)]));
}

/** A field that the pattern does not name was not agreed to, so that the input must not have it. */
export function matchesPattern(pattern: JsonObject, input: JsonObject): boolean {
  const keys = Object.keys(input);
  if (keys.length !== Object.keys(pattern).length) return false;
  return keys.every((key) => Object.hasOwn(pattern, key) && matchesValue(pattern[key], input[key]));
}

function matchesValue(pattern: unknown, value: unknown): boolean {
  if (typeof pattern !== "string" || typeof value !== "string") return canonicalJson(pattern) === canonicalJson(value);
  return matchesText(splitAtStars(pattern), value);
}

/** At every star that is not written as `[*]`. */
function splitAtStars(pattern: string): readonly string[] {
  return pattern.split(/(?<!\[)\*|\*(?!\])/).map((piece) => piece.replaceAll("[*]", "*"));
}

/** Each piece as far to the left as possible, the last one at the end: linear, whatever the pattern. */
function matchesText([first = "", ...rest]: readonly string[], text: string): boolean {
  const last = rest.pop();
  if (last === undefined) return first === text;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length && text.endsWith(last);
}
