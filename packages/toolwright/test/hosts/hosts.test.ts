import { describe, expect, test } from "vitest";
import { createMark, processesWith, waitFor, waitForProcesses } from "../../src/process/fixtures/process-search.ts";
import { verifies } from "../verifies.ts";
import { type SuiteCall, suiteHosts } from "./suite-hosts.ts";
import type { Journal } from "./suite-tools.ts";

describe.each(suiteHosts)("in the host $name", ({ open, answers, pictures }) => {
  /** Whatever comes back, the words stand for how the call ended. */
  const cases: readonly (SuiteCall & { readonly title: string; readonly text: RegExp; readonly isError: boolean })[] = [
    { title: "an answer arrives", tool: "echo", input: { text: "hi" }, text: /Heard: hi/, isError: false },
    { title: "an error of the tool is told in its words", tool: "fail", text: /There was no luck\./, isError: true },
    {
      title: "an invalid input never reaches the tool",
      tool: "echo",
      input: { text: 7.5, more: 1 },
      text: /more/,
      isError: true,
    },
    {
      title: "what the policy denies does not run",
      tool: "forbidden",
      text: /denied|not allowed|forbid/i,
      isError: true,
    },
    { title: "a mistake in a tool is told without its words", tool: "crash", text: /crash/, isError: true },
    {
      title: "a tool that heeds nothing is left at its deadline",
      tool: "stuck",
      text: /300 ms|0\.3 s|deadline|time/i,
      isError: true,
    },
    {
      title: "what a person approves runs",
      tool: "remove",
      input: { text: "a" },
      person: "yes",
      text: /Removed a\./,
      isError: false,
    },
    {
      title: "what a person rejects does not run",
      tool: "remove",
      input: { text: "b" },
      person: "no",
      text: /reject|not approved/i,
      isError: true,
    },
  ];

  test.each(cases)("$title", async ({ text, isError, ...call }) => {
    const journal: Journal = [];
    const seen = await (await open(journal))(call);
    expect(seen.text).toMatch(text);
    expect(seen.text).not.toContain("the secret of the house");
    expect(seen.isError).toBe(isError);
    expect(journal).toEqual(call.person === "yes" ? ["removed a"] : []);
  });

  verifies("loop:questions", "what a tool asks is answered, or it is said where it can be", async () => {
    const seen = await (await open([]))({ tool: "order", person: { count: 3 } });
    expect(seen.text).toMatch(answers ? /Ordered 3\./ : /A terminal cannot answer it; call it through an MCP client/);
    expect(seen.isError).toBe(!answers);
  });

  test("a long answer is shown in part, with the way to the rest", async () => {
    const { text, isError } = await (await open([]))({ tool: "long" });
    expect(isError).toBe(false);
    expect(text).toContain("line 0");
    expect(text).toContain("read_output");
    expect(text).not.toContain("line 15000");
    expect(text.length).toBeLessThan(40_000);
  });

  test("a picture arrives, or is named", async () => {
    const { text, images } = await (await open([]))({ tool: "picture" });
    expect(text).toContain("A picture.");
    expect(images).toBe(pictures ? 1 : 0);
  });

  test("progress arrives where somebody watches", async () => {
    const heard: string[] = [];
    const { text } = await (await open([]))({ tool: "step", onProgress: (message) => heard.push(message) });
    expect(text).toContain("All of it.");
    expect(heard.join("\n").includes("Half of it")).toBe(true);
  });

  test("a cancel reaches the tool", async () => {
    const journal: Journal = [];
    const abort = new AbortController();
    const call = (await open(journal))({ tool: "wait", signal: abort.signal });
    expect(await waitFor(() => journal.includes("waits"))).toBe(true);
    abort.abort();
    expect((await call).isError).toBe(true);
    expect(await waitFor(() => journal.includes("told to stop"))).toBe(true);
  });

  verifies("loop:processes", "a cancel ends every process of the call", async () => {
    const mark = createMark();
    const abort = new AbortController();
    const call = (await open([]))({ tool: "sleep", input: { text: mark }, signal: abort.signal });
    expect(await waitForProcesses(mark, 3)).toBe(true);
    abort.abort();
    expect((await call).isError).toBe(true);
    expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
  });
});
