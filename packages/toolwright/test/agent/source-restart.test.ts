import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createAgent } from "../../src/agent/create-agent.ts";
import { readResults } from "../../src/agent/fixtures/read-thread.ts";
import { scriptModel } from "../../src/agent/fixtures/scripted-model.ts";
import { createMemoryThreads } from "../../src/agent/log/memory-store.ts";
import { createKernel } from "../../src/call/kernel.ts";
import { openToolSource } from "../../src/mcp/client/tool-source.ts";
import { descendantsOf } from "../process-table.ts";
import { verifies } from "../verifies.ts";

const file = join(import.meta.dirname, "../fixtures/mcp-servers/good.mjs");

verifies(
  "loop:source-restarts",
  "a server that is killed in a call ends that call, serves the next one, and the model's list stays the same to the byte",
  async () => {
    // A mark by which its process is found.
    const mark = `source-${process.pid}`;
    const source = await openToolSource({
      name: "far",
      server: { command: process.execPath, args: [file, "dual", "", mark] },
      trust: { tools: { wait: "confirm", echo: "observe" } },
      onFault: () => {},
    });
    onTestFinished(() => source.close());
    const kernel = createKernel({ tools: source.tools, access: { confirm: "allow" }, onEvent: () => {} });
    const model = scriptModel(
      { calls: [{ tool: "far__wait" }] },
      { calls: [{ tool: "far__echo", input: { words: "hi" } }] },
      { text: "It is back." },
    );
    const store = createMemoryThreads();
    const agent = createAgent({ model, kernel, store });
    const run = agent.run("t", "go");
    for await (const event of run) {
      if (event.type === "call-start" && event.tool === "far__wait") killServer(mark);
    }
    expect(await run.outcome).toMatchObject({ status: "done", text: "It is back." });
    const [first, second] = await readResults(store);
    expect(first).toMatchObject({ status: "tool_error", isError: true });
    expect(first?.text).toMatch(
      /^The server far was ended by SIGKILL\.[^]*The call may have taken effect\. The next call starts/,
    );
    expect(second).toMatchObject({ status: "ok", text: "hi" });
    const lists = new Set(model.requests.map(({ tools }) => JSON.stringify(tools)));
    expect(model.requests.length).toBe(3);
    expect(lists.size).toBe(1);
  },
);

function killServer(mark: string): void {
  const server = descendantsOf(process.pid).find(({ command }) => command.endsWith(mark));
  if (server === undefined) throw new Error("The server is not there.");
  process.kill(server.pid, "SIGKILL");
}
