import { defineRule } from "../rule.ts";
import { isUnreachable, isWithoutHelp } from "./reply-text.ts";

export const brokenEra = defineRule({
  id: "P902",
  severity: "error",
  title: "The server cannot be used by a client of an era that it answers",
  why: "The official SDKs speak both the protocol with a handshake and the one of 2026-07-28; a server that answers one of them wrongly is lost to its users.",
  fix: "Answer `initialize` or `server/discover` as the specification says, or refuse the other with a JSON-RPC error.",
  measured:
    "The handshake of each era, message by message, and a list of the tools after it. A list that fails because something cannot be reached from here is left alone.",
  needs: ["eras"],
  *find({ eras, listing }) {
    if (isWithoutHelp(listing)) return;
    for (const { era, state, problem = "" } of eras) {
      if (state === "broken" && !isUnreachable(problem)) yield { at: era, message: `In the ${era} era: ${problem}.` };
    }
    const works = eras.some(({ state, problem = "" }) => state === "works" || isUnreachable(problem));
    if (eras.length > 0 && !works) yield { at: "none", message: "The server can be used in neither era." };
  },
});
