import type { Attachment } from "../tool/call-context.ts";

/**
 * Takes out of a text what must not leave the host, such as keys. `field` is the name under which a part of a structured answer
 * stands: a host leaves names that the model needs for its next call, such as paths, as they are. Linear in the text, and the
 * same twice.
 */
export type Redact = (text: string, field?: string) => string;

/** All texts of a structured value, redacted; the value itself if nothing was secret. Only plain objects and arrays are entered. */
export function redactValue(value: unknown, redact: Redact, field?: string, depth = 0): unknown {
  if (typeof value === "string") return redact(value, field);
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => redactValue(item, redact, field, depth + 1));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => {
    const redacted = redactValue(item, redact, key, depth + 1);
    changed ||= redacted !== item;
    return [key, redacted] as const;
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** Deeper values are data that refers to itself, which no answer can hold. */
const deepest = 200;

/** Images, sounds and addresses stay; texts do not. */
export function redactAttachments(attachments: readonly Attachment[], redact: Redact): readonly Attachment[] {
  return attachments.map((each) => {
    if (each.kind === "link" && each.description !== undefined) {
      return { ...each, description: redact(each.description) };
    }
    return each.kind === "resource" && "text" in each.body ? { ...each, body: { text: redact(each.body.text) } } : each;
  });
}
