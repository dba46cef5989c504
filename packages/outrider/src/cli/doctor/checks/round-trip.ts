import { connectServer } from "../../connect-server.ts";
import type { Check, Finding } from "../check.ts";

/** The real server, a real client, one call. */
export const roundTrip: Check = {
  what: "round trip",
  limitMs: 30_000,
  async run({ place, root, processes, signal }) {
    if (root === undefined) return { level: "info", detail: "not tried without a project" };
    const server = await connectServer(place, { project: root, readOnly: true, processes, signal });
    try {
      const { failed, text, ms } = await server.call("workspace", { action: "status" });
      const start = `the server lists ${server.tools.length} tools after ${server.startMs.toFixed(0)} ms`;
      const findings: readonly Finding[] = [
        failed
          ? { what: "round trip", level: "problem", detail: `${start}, and a call fails: ${text}` }
          : { what: "round trip", level: "ok", detail: `${start} and answers a call in ${ms.toFixed(0)} ms` },
        {
          what: "tool list",
          level: "info",
          detail: `${server.faceTokens.toLocaleString("en-US")} tokens in every turn`,
        },
      ];
      return findings;
    } finally {
      await server.close();
    }
  },
};
