import { defineRule } from "../rule.ts";

export const stdoutNoise = defineRule({
  id: "R506",
  severity: "error",
  title: "The server writes to stdout what is no message",
  why: "The protocol has stdout for itself. Strict clients drop the connection at the first such line, others log an error for each.",
  fix: "Write logs to stderr; look for prints in libraries and in what starts the server.",
  measured: "Lines of stdout that are no JSON-RPC message, from the start to the list.",
  needs: ["start"],
  *find({ start: { noise, noiseLines } }) {
    if (noiseLines === 0) return;
    const count = noiseLines === 1 ? "1 line" : `${noiseLines} lines`;
    yield { message: `${count} on stdout are no message of the protocol.`, evidence: { received: noise.slice(0, 3) } };
  },
});
