import { expect, test } from "vitest";
import { readListing } from "./list.ts";

test("the list of tools is known before any other list is asked for", async () => {
  const asked: string[] = [];
  const welcome = {
    protocolVersion: "2025-11-25",
    serverName: "notes",
    serverVersion: "1.0.0",
    instructions: "",
    capabilities: { tools: {}, prompts: {} },
  };
  const listing = await readListing(
    {
      era: "legacy",
      welcome,
      async request(method) {
        asked.push(method);
        return method === "tools/list"
          ? { kind: "result", result: { tools: [{ name: "read_note" }] }, afterMs: 1 }
          : { kind: "silence", afterMs: 30_000 };
      },
    },
    30_000,
    () => asked.push("known"),
  );
  expect(asked).toEqual(["tools/list", "known", "prompts/list"]);
  expect(listing.tools.map(({ name }) => name)).toEqual(["read_note"]);
  expect(listing.problems).toEqual(["prompts/list: no answer within 30000 ms"]);
});
