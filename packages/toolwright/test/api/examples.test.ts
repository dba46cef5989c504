import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import * as openTelemetryApi from "@opentelemetry/api";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerAll, describeTools } from "../../../../examples/api/adapters.ts";
import { findErrors } from "../../../../examples/api/audit.ts";
import {
  delegateMail,
  endWithoutModel,
  keepThreads,
  replayRun,
  runInBrowser,
  sendAfterApproval,
} from "../../../../examples/api/agent.ts";
import { main, wantsHelp } from "../../../../examples/api/cli.ts";
import { findProblems } from "../../../../examples/api/define-tool.ts";
import { findPageIfAny, readPage } from "../../../../examples/api/errors.ts";
import { callTools } from "../../../../examples/api/kernel.ts";
import { fitLines, listWords } from "../../../../examples/api/output.ts";
import { askLocally } from "../../../../examples/api/local-model.ts";
import { callNode, waitForOutput } from "../../../../examples/api/processes.ts";
import { runInside } from "../../../../examples/api/sandbox.ts";
import { sendParcel } from "../../../../examples/api/questions.ts";
import { countAll, showTypes } from "../../../../examples/api/script.ts";
import { serveManyClients } from "../../../../examples/api/serve.ts";
import { callWithStore, makeHandle } from "../../../../examples/api/spill.ts";
import { passDeadline, readInTest, registerChecks } from "../../../../examples/api/testing.ts";
import { sendWithSpans } from "../../../../examples/api/telemetry.ts";
import { askForCount, endSilent, placeOf, serveCounts } from "../../../../examples/api/resident.ts";
import { sendAndKeep } from "../../../../examples/api/thread-files.ts";
import { listRemoteTools } from "../../../../examples/api/use-remote-tools.ts";
import { harness } from "../../src/testing/harness.ts";

describe("the examples of docs/toolwright-api.md do what they say", () => {
  test("a definition with mistakes is refused", () => {
    expect(findProblems().join("\n")).toContain("name");
  });

  test("clients of a resident process share what it knows", async () => {
    const { directory, key } = placeOf("/projects/one", join(await mkdtemp(join(tmpdir(), "api-")), "r"));
    const served = await serveCounts(directory, key);
    expect(await askForCount(directory, key, "tool")).toEqual({ word: "tool", count: 1 });
    expect(await askForCount(directory, key, "tool")).toEqual({ word: "tool", count: 2 });
    await endSilent(directory);
    expect(await askForCount(directory, key, "tool")).toEqual({ word: "tool", count: 3 });
    served.close();
    expect(await served.ended).toBe("closed");
    await rm(dirname(directory), { recursive: true });
  });

  test("other loops are told of the tools and have their calls answered", async () => {
    await using kit = harness([readPage]);
    const { aiSdk, anthropic, chat, responses } = await describeTools(kit.kernel);
    const { toolNames } = kit.kernel;
    expect([Object.keys(aiSdk), anthropic.map(({ name }) => name)]).toEqual([toolNames, toolNames]);
    expect([chat.map((tool) => tool.function.name), responses.map(({ name }) => name)]).toEqual([toolNames, toolNames]);
    const calls = ["install", "instal"].map((page, index) => ({ id: `c${index}`, name: "read_page", input: { page } }));
    const blocks = await answerAll(kit.kernel, calls, new AbortController().signal);
    expect(blocks.map(({ tool_use_id: id, is_error: isError }) => [id, isError])).toEqual([
      ["c0", false],
      ["c1", true],
    ]);
  });

  test("an error names the nearest page and the next call", async () => {
    await using kit = harness([readPage]);
    expect(await kit.call("read_page", { page: "instal" })).toMatchObject({
      status: "tool_error",
      error: {
        message: 'There is no page "instal". Did you mean "install"?',
        next: { tool: "read_page", input: { page: "install" } },
      },
    });
    expect(findPageIfAny("none")).toBeUndefined();
  });

  test("a kernel answers, denies and asks the policy again", async () => {
    expect(await callTools()).toEqual([
      "ok: Bread, milk.",
      expect.stringMatching(/^denied: .*only the admin writes/),
      'ok: Kept "groceries".',
    ]);
  });

  test("a question ends the round", async () => {
    await using kit = harness([sendParcel]);
    expect(await kit.call("send_parcel", { weight: 5 })).toMatchObject({ error: { code: "nobody_to_ask" } });
  });

  test("a list is paged and lines fit a budget", async () => {
    await using kit = harness([listWords]);
    const outcome = await kit.call("list_words", { offset: 20 });
    expect(outcome).toMatchObject({ value: { overflow: { shown: 20, total: 500, next_offset: 40 } } });
    expect(await fitLines(["one", "two", "three"], 4)).toBe("one\ntwo");
  });

  test("a long answer is stored", async () => {
    const directory = await mkdtemp(join(tmpdir(), "api-example-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    expect(await callWithStore(directory)).toContain("Read on: read_output");
    const { handle, id } = makeHandle();
    expect(handle).toBe(`@log_${id}`);
  });

  test("a script in the sandbox reads and writes its directory only", async () => {
    const answer = await runInside(import.meta.dirname, "echo inside; echo x > /outside-of-it || true", []);
    expect(answer).toMatch(/^inside\n$|bubblewrap|sandbox/);
    expect(existsSync("/outside-of-it")).toBe(false);
  });

  test("a script calls tools side by side, and its functions have types", async () => {
    expect(await countAll()).toBe("11");
    await using kit = harness([readPage]);
    expect(await showTypes(kit.kernel)).toContain("read_page(input: {");
  });

  test("an agent waits for a person, is replayed, and ends in words without its model", async () => {
    expect(await sendAfterApproval()).toBe("done: The mail is out.");
    expect(await replayRun()).toBe("done: The mail is out.");
    expect(await endWithoutModel()).toBe("model_rejected: There is no such model.");
    expect(await delegateMail()).toBe("Ann knows.");
    expect(await keepThreads()).toEqual(["thread-1"]);
    expect(await runInBrowser()).toBe("done");
  });

  test("threads are kept in files", async () => {
    const directory = await mkdtemp(join(tmpdir(), "api-example-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    expect(await sendAndKeep(directory)).toEqual([expect.stringMatching(/^thread-1: \d+ entries$/)]);
  });

  test("an agent goes on with telemetry as without it", async () => {
    expect(await sendWithSpans(openTelemetryApi)).toBe("done: The mail is out.");
  });

  test("a model in the process calls a tool and answers", async () => {
    const written = ['{"tool":"read_clock","input":{"city":"Lima"}}', '{"answer":"Noon."}'];
    const chat = {
      sequence: { contextSize: 1_000, tokenMeter: { usedInputTokens: 0, usedOutputTokens: 0 } },
      model: { tokenizer: undefined },
      chatWrapper: { generateContextState: () => ({ contextText: { tokenize: () => [] } }) },
      generateResponse: async () => ({ response: written.shift() ?? "", metadata: { stopReason: "eogToken" } }),
    };
    expect(await askLocally({ llama: { createGrammar: async () => ({}) }, chat })).toBe("done: Noon.");
  });

  test("processes answer and end", async () => {
    expect(await callNode()).toBe(`${process.version}, exit code 0`);
    expect(await waitForOutput(60_000)).toBe("up");
  });

  test("a server listens, and a server that is not there is told", async () => {
    expect(await serveManyClients()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp with a token of \d+ characters$/);
    const [told = ""] = await listRemoteTools(process.execPath, ["-e", ""]);
    expect(told).toMatch(/^start_failed: /);
  });

  test("a program lists its notes", async () => {
    const stdout = new PassThrough();
    const code = await main(["notes"], { stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    stdout.end();
    expect(code).toBe(0);
    expect(await text(stdout)).toContain("groceries     Bread, milk.");
    expect([wantsHelp(["notes", "-h"]), wantsHelp(["notes", "--", "-h"])]).toEqual([true, false]);
  });

  test("tools are tested", async () => {
    expect(await readInTest()).toBe("Bread, milk.");
    expect(await passDeadline()).toBe("timed_out");
    const titles: string[] = [];
    registerChecks((title) => titles.push(title));
    expect(titles.length).toBeGreaterThan(20);
  });
});

test("the audit of a server tells its errors, or why it was not started", async () => {
  const server = join(import.meta.dirname, "..", "..", "src", "audit", "fixtures", "ship-server.mjs");
  const errors = await findErrors(process.execPath, [server, "no-description"]);
  expect(errors).toEqual([expect.stringMatching(/^(?:find_ship has no description|The server was not started: )/)]);
});
