import { defineRule } from "../rule.ts";

export const listByConnection = defineRule({
  id: "L702",
  severity: "error",
  title: "In the modern era, the list differs between connections",
  why: "The protocol of 2026-07-28 has no sessions: a client may send each request over another connection, and caches the list for all of them.",
  fix: "List the same for everybody with the same rights, and pass state as an argument.",
  measured: "Two connections of the modern era read the list.",
  needs: ["eras"],
  *find({ eras }) {
    for (const { era, lists = [] } of eras) {
      const [first, second] = lists;
      if (era !== "modern" || first === undefined || second === undefined || first === second) continue;
      yield { message: "Two connections got different lists.", evidence: { sent: first, received: second } };
    }
  },
});
