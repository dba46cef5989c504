import { defineRule } from "../rule.ts";

export const badMessage = defineRule({
  id: "R505",
  severity: "error",
  title: "A bad message or input crashes or silences the server",
  why: "One broken or very large message, from a client or a model, ends the work of every other tool of the session.",
  fix: "Answer what cannot be read with a JSON-RPC error, limit sizes and depths, and keep reading.",
  measured:
    "The server gets broken JSON, unknown methods, wrong ids, deep and large values, and inputs with one mistake each; after each it is asked for its list.",
  needs: ["badMessages"],
  also: ["calls"],
  *find({ badMessages, calls = [] }) {
    for (const { name, sent, after, how } of badMessages) {
      if (after === "answers") continue;
      const what = after === "gone" ? `ended (${how ?? "no reason known"})` : "answered nothing any more";
      yield { at: name, message: `After ${name} the server ${what}.`, evidence: { sent, received: how } };
    }
    for (const { tool, purpose, input, reply } of calls) {
      if (reply.kind !== "gone") continue;
      const message = `During a call of ${tool} the server ended: ${reply.how}.`;
      yield { tool, at: purpose, message, evidence: { sent: input, received: reply.how } };
    }
  },
});
