import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { clientRows, rowTitle } from "./client-rows.ts";
import { useClient } from "./connect.ts";
import { useFixture } from "./fixture-process.ts";

const fixture = useFixture();

describe.each(clientRows)(rowTitle, (row) => {
  const full = useClient(fixture, row, { variant: "full" });

  verifies("script:approval", "each call is asked about once and made once, over the wire", async () => {
    const { client } = full;
    const events = client.events.fromNow();
    const asked: string[] = [];
    client.answerWith(({ message }) => {
      asked.push(message);
      return { action: "accept", content: {} };
    });
    const code =
      'const a = await remove_file({ path: "a" }); const b = await remove_file({ path: "b" }); return [a, b];';
    const { content } = await client.callTool("script", { code });
    expect(content).toEqual([{ type: "text", text: '["removed a","removed b"]' }]);
    expect(asked).toEqual([expect.stringContaining('{"path":"a"}'), expect.stringContaining('{"path":"b"}')]);
    await events.find((event) => event.name === "removed" && event["path"] === "b");
    expect(events.entries.filter((event) => event.name === "removed").map((event) => event["path"])).toEqual([
      "a",
      "b",
    ]);
  });

  verifies("script:boundary", "a tool's own questions reach the person through the script", async () => {
    const { client } = full;
    const answers = [{ size: "large" }, { sure: true }];
    client.answerWith(() => ({ action: "accept", content: answers.shift() ?? {} }));
    const { content } = await client.callTool("script", { code: 'return await tools.order_pizza({ name: "Ada" })' });
    expect(content).toEqual([{ type: "text", text: "large pizza for Ada" }]);
  });
});
