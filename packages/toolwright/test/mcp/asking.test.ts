import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { clientRows, rowTitle } from "./client-rows.ts";
import { useClient, type Answer } from "./connect.ts";
import { useFixture } from "./fixture-process.ts";

const fixture = useFixture();

describe.each(clientRows)(rowTitle, (row) => {
  const full = useClient(fixture, row, { variant: "full" });
  const bare = useClient(fixture, row, { variant: "bare", canElicit: false });

  verifies("mcp:approval", "accepted: it runs, once", async () => {
    const { client } = full;
    const events = client.events.fromNow();
    const asked: string[] = [];
    client.answerWith(({ message }) => {
      asked.push(message);
      return { action: "accept", content: {} };
    });
    const result = await client.callTool("remove_file", { path: "a.txt" });
    expect(result).toEqual({ content: [{ type: "text", text: "removed a.txt" }] });
    expect(asked).toEqual([expect.stringMatching(/remove_file.*it can destroy data[^]*a\.txt/)]);
    await events.find((event) => event.name === "removed");
    expect(events.entries.filter((event) => event.name === "removed")).toHaveLength(1);
  });

  verifies("mcp:approval", "declined or cancelled: it does not run", async () => {
    const { client } = full;
    const events = client.events.fromNow();
    for (const action of ["decline", "cancel"] as const) {
      client.answerWith(() => ({ action }));
      const { isError, content } = await client.callTool("remove_file", { path: "b.txt" });
      expect(isError).toBe(true);
      expect(content[0]?.["text"]).toContain("rejected");
    }
    expect(events.entries.filter((event) => event.name === "removed")).toEqual([]);
  });

  verifies(
    "access:approval-whole",
    "a call that is too long for a dialog is denied, with a way to make it shorter",
    async () => {
      const { client } = full;
      const events = client.events.fromNow();
      const asked: string[] = [];
      client.answerWith(({ message }) => {
        asked.push(message);
        return { action: "accept", content: {} };
      });
      const around = JSON.stringify({ path: "" }).length;
      await client.callTool("remove_file", { path: "a".repeat(8_000 - around) });
      const { isError, content } = await client.callTool("remove_file", { path: "b".repeat(8_001 - around) });
      expect(isError).toBe(true);
      expect(content[0]?.["text"]).toBe(
        "remove_file needs a person's approval: it can destroy data. Its input is 8001 characters long, and a person is asked about 8000 at most. Put the long part into a file in a call of its own and name the file here, or make shorter calls.",
      );
      // What is hidden is written out, and counts as it is shown.
      expect((await client.callTool("remove_file", { path: "\u200B".repeat(2_000) })).isError).toBe(true);
      expect(asked.length).toBe(1);
      await events.find((event) => event.name === "removed");
      expect(events.entries.filter((event) => event.name === "removed")).toHaveLength(1);
    },
  );

  verifies("mcp:approval-without-person", "refused with advice", async () => {
    const { isError, content } = await bare.client.callTool("remove_file", { path: "c.txt" });
    expect(isError).toBe(true);
    expect(content[0]?.["text"]).toMatch(
      /needs a person's approval[^]*does not support elicitation[^]*--allow remove_file/,
    );
  });

  verifies(
    "mcp:approval-without-person",
    "questions, too: in words, or with the error that the modern era has",
    async () => {
      const answered = bare.client.callTool("order_pizza", { name: "Ada" });
      if (row.era === "modern") return await expect(answered).rejects.toMatchObject({ code: -32_021 });
      const { isError, content } = await answered;
      expect(isError).toBe(true);
      expect(content[0]?.["text"]).toContain(
        "needs answers before it can go on: size. This client can answer none of it",
      );
    },
  );

  verifies("mcp:questions", "two rounds; the state of the first reaches the last", async () => {
    const { client } = full;
    const asked: string[] = [];
    const answers: Answer[] = [
      { action: "accept", content: { size: "large" } },
      { action: "accept", content: { sure: true } },
    ];
    client.answerWith(({ message }) => {
      asked.push(message);
      return answers.shift() ?? { action: "cancel" };
    });
    const { content } = await client.callTool("order_pizza", { name: "Ada" });
    expect(content).toEqual([{ type: "text", text: "large pizza for Ada" }]);
    expect(asked).toEqual(["Which size?", "A large one?"]);
  });

  verifies("mcp:questions", "declined: the tool decides what that means", async () => {
    const { client } = full;
    client.answerWith(() => ({ action: "decline" }));
    const { content } = await client.callTool("order_pizza", { name: "Ada" });
    expect(content).toEqual([{ type: "text", text: "no size, no pizza" }]);
  });

  verifies("mcp:prompts", "a prompt that asks first", async () => {
    const { client } = full;
    client.answerWith(() => ({ action: "accept", content: { colour: "blue" } }));
    const { messages } = await client.sdk.getPrompt({ name: "ask_first" });
    expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining("blue") });
  });
});
