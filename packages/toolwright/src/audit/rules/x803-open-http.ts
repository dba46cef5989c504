import { defineRule } from "../rule.ts";

const texts = {
  "foreign origin": "answers a request that a page of another site has sent",
  "foreign host": "answers a request for another host, as after DNS rebinding",
  "token in query": "takes a token from the address",
  "all interfaces": "listens on all interfaces of the machine",
} as const;

export const openHttp = defineRule({
  id: "X803",
  severity: "error",
  title: "The server is open to other sites over HTTP",
  why: "Any page that the user visits can call the tools of a server on the same machine, unless it looks at Origin and Host.",
  fix: "Check Origin and Host, bind to 127.0.0.1, and take tokens from the Authorization header only.",
  measured: "Requests with a foreign Origin, a foreign Host and a token in the query, to a server on this machine.",
  needs: ["http"],
  *find({ http }) {
    for (const { name, sent, accepted, received } of http) {
      if (!accepted) continue;
      // Where a token is needed, an open port is a choice.
      const severity = name === "all interfaces" ? ({ severity: "warning" } as const) : {};
      yield { at: name, ...severity, message: `The server ${texts[name]}.`, evidence: { sent, received } };
    }
  },
});
