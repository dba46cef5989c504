import { defineRule } from "../rule.ts";
import type { Purpose, SeenCall } from "../seen.ts";
import { describeUnanswered, isUnreachable, replyText } from "./reply-text.ts";
import { mentions } from "./schema-fields.ts";

const recoverable: ReadonlySet<Purpose> = new Set([
  "missing-field",
  "wrong-type",
  "wrong-value",
  "absent-id",
  "unknown-argument",
]);

export const protocolError = defineRule({
  id: "E101",
  severity: "error",
  title: "A mistake that the model can mend comes back as a protocol error",
  why:
    "Most clients show a model only results. A protocol error ends the call before the model has read what was wrong, so that " +
    "it cannot try again. Since 2025-11-25 the protocol says that bad input is an error of the tool; only an unknown tool " +
    "or a broken message is one of the protocol.",
  fix: "Return a result with `isError: true` and a text that names the field, what was expected and the next step.",
  measured:
    "Each tool is called with a field missing, of a wrong type, of a wrong value, and with the name of something that does not exist. From a server of an older protocol, which said so itself, invalid params (-32602) are an info, and so is an internal error (-32603) that names the field or holds such a code.",
  needs: ["calls"],
  *find({ calls, listing }) {
    const told = new Set<string>();
    for (const call of calls) {
      const { tool, purpose, field, input, reply } = call;
      if (reply.kind !== "error" || !recoverable.has(purpose)) continue;
      // The same without any mistake: what is wrong is something else, such as a program that is not installed.
      if (isUnreachable(reply.message) || failsAnyway(calls, tool, reply.message)) continue;
      const isOlder = isOfOlderProtocol(call, listing.protocolVersion);
      if (told.has(`${tool} ${isOlder}`)) continue;
      told.add(`${tool} ${isOlder}`);
      yield {
        tool,
        at: purpose,
        cause: `code ${reply.code}`,
        ...(isOlder ? { severity: "info" as const } : {}),
        message: `${tool} answered ${describePurpose(purpose, field)} with the protocol error ${reply.code}.`,
        evidence: { sent: input, received: { code: reply.code, message: reply.message } },
      };
    }
  },
  unmeasured: ({ calls, listing }) => describeUnanswered(calls, listing, recoverable),
});

/** Before 2025-11-25 the protocol named invalid arguments among its own errors. Some wrap them in an internal one. */
function isOfOlderProtocol({ purpose, field, reply }: SeenCall, version: string): boolean {
  if (purpose === "absent-id" || reply.kind !== "error" || version >= "2025-11-25") return false;
  if (reply.code === -32_602) return true;
  if (reply.code !== -32_603) return false;
  const text = replyText(reply);
  return text.includes("-32602") || (field !== undefined && mentions(text, field) && !crash.test(text));
}

/** A runtime speaks: a field is in these words by accident. */
const crash = /\bCannot read propert|\bis not a function\b|\bis not iterable\b|object has no attribute|\bKeyError\b/;

function failsAnyway(calls: readonly SeenCall[], tool: string, message: string): boolean {
  return calls.some(
    (call) =>
      call.tool === tool && call.purpose === "valid" && call.reply.kind === "error" && call.reply.message === message,
  );
}

function describePurpose(purpose: Purpose, field = "a field"): string {
  if (purpose === "missing-field") return `a call without \`${field}\``;
  if (purpose === "wrong-type") return `a wrong type of \`${field}\``;
  if (purpose === "unknown-argument") return `the unknown argument \`${field}\``;
  return `a wrong value of \`${field}\``;
}
