import { defineRule } from "../rule.ts";

export const stdoutNoise = defineRule({
  id: "R506",
  severity: "error",
  title: "The server writes to stdout what is no message",
  why: "The protocol has stdout for itself. Strict clients drop the connection at the first such line, others log an error for each.",
  fix: "Write logs to stderr; look for prints in libraries and in what starts the server.",
  measured:
    "Lines of stdout that are no JSON-RPC message, from the start until the client leaves. What a server writes in answer to broken messages is left out.",
  needs: ["start"],
  also: ["calls", "noise"],
  *find({ start, noise = { lines: [], count: 0 } }) {
    const isEarly = start.noiseLines > 0;
    const total = isEarly ? start.noiseLines : noise.count;
    if (total === 0) return;
    const subject = total === 1 ? "1 line on stdout" : `${total} lines on stdout`;
    const verb = total === 1 ? "is" : "are";
    const when = isEarly ? "" : " after the list of tools, such as during calls,";
    const lines = isEarly ? start.noise : noise.lines;
    yield {
      message: `${subject}${when} ${verb} no message of the protocol.`,
      evidence: { received: lines.slice(0, 3) },
    };
  },
});
