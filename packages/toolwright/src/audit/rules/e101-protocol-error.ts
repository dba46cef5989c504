import { defineRule } from "../rule.ts";
import type { Purpose, SeenCall } from "../seen.ts";
import { isUnreachable } from "./reply-text.ts";

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
    "Each tool is called with a field missing, of a wrong type, of a wrong value, and with the name of something that does not exist. Invalid params (-32602) from a server of an older protocol are an info: it said so itself.",
  needs: ["calls"],
  *find({ calls, listing }) {
    const told = new Set<string>();
    for (const { tool, purpose, field, input, reply } of calls) {
      if (reply.kind !== "error" || !recoverable.has(purpose) || told.has(tool)) continue;
      // The same without any mistake: what is wrong is something else, such as a program that is not installed.
      if (isUnreachable(reply.message) || failsAnyway(calls, tool, reply.message)) continue;
      told.add(tool);
      yield {
        tool,
        at: purpose,
        cause: `code ${reply.code}`,
        ...(isAsSpecified(purpose, reply.code, listing.protocolVersion) ? { severity: "info" as const } : {}),
        message: `${tool} answered ${describePurpose(purpose, field)} with the protocol error ${reply.code}.`,
        evidence: { sent: input, received: { code: reply.code, message: reply.message } },
      };
    }
  },
});

/** Before 2025-11-25 the protocol named invalid arguments among its own errors. */
function isAsSpecified(purpose: Purpose, code: number, version: string): boolean {
  return purpose !== "absent-id" && code === -32_602 && version < "2025-11-25";
}

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
