import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { createAgent } from "../../src/agent/create-agent.ts";
import { scriptModel } from "../../src/agent/fixtures/scripted-model.ts";
import { createMemoryThreads } from "../../src/agent/log/memory-store.ts";
import { readResults } from "../../src/agent/fixtures/read-thread.ts";
import { type AnyKernel, createKernel } from "../../src/call/kernel.ts";
import { type Outcome, renderOutcome } from "../../src/call/outcome.ts";
import { defineServer } from "../../src/mcp/define-server.ts";
import { serveHttp } from "../../src/mcp/http/serve-http.ts";
import { createProcessRunner } from "../../src/process/runner.ts";
import { createScriptTool } from "../../src/script/script-tool.ts";
import { createReadOutputTool, openSpillStore } from "../../src/spill/index.ts";
import { harness } from "../../src/testing/harness.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { cliRun } from "../cli-run.ts";
import { access, createSuiteTools, type Journal } from "./suite-tools.ts";

/** How a call ended, as the one sees it who made it. */
export interface Seen {
  readonly text: string;
  readonly isError: boolean;
  readonly images: number;
}

export interface SuiteCall {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** What a person says who is asked. */
  readonly person?: "yes" | "no" | { readonly count: number };
  readonly signal?: AbortSignal;
  readonly onProgress?: (message: string) => void;
}

export interface SuiteHost {
  readonly name: string;
  /** Whether a person can fill in a form here. A terminal says where it can be done; a script has the person of its host. */
  readonly answers: boolean;
  /** Whether pictures arrive. A terminal names them, a script's program has no use for them. */
  readonly pictures: boolean;
  readonly open: (journal: Journal) => Promise<(call: SuiteCall) => Promise<Seen>>;
}

const all = { answers: true, pictures: true };

export const suiteHosts: readonly SuiteHost[] = [
  { name: "MCP, 2026", ...all, open: (journal) => openMcp(journal, "auto") },
  { name: "MCP, 2025", ...all, open: (journal) => openMcp(journal, "legacy") },
  { name: "terminal", ...all, answers: false, pictures: false, open: openTerminal },
  { name: "test kit", ...all, open: openTestKit },
  { name: "script", ...all, pictures: false, open: openScript },
  { name: "agent", ...all, open: openAgent },
];

async function openKernel(journal: Journal, script: readonly AnyTool[] = []): Promise<AnyKernel> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-hosts-"));
  const store = openSpillStore({ directory });
  const processes = createProcessRunner();
  const kernel = createKernel<readonly AnyTool[]>({
    tools: [...createSuiteTools(journal), createReadOutputTool(store), ...script],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- no tool here asks for any
    services: () => undefined as never,
    access: { tools: { ...access.tools, ...Object.fromEntries(script.map(({ name }) => [name, "allow"] as const)) } },
    output: { store, readWith: "read_output" },
    processes,
    onEvent: () => {},
  });
  onTestFinished(async () => {
    await kernel.close();
    await processes.close();
    await rm(directory, { recursive: true, force: true });
  });
  return kernel;
}

async function openMcp(journal: Journal, mode: "auto" | "legacy") {
  const definition = defineServer({ name: "suite", version: "1.0.0", kernel: await openKernel(journal) });
  const server = await serveHttp(definition, { port: 0, token: false });
  const client = new Client(
    { name: "suite", version: "1.0.0" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
  );
  let person: SuiteCall["person"];
  client.setRequestHandler("elicitation/create", () => answerForm(person));
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return async ({ tool, input = {}, signal, onProgress, ...more }: SuiteCall): Promise<Seen> => {
    ({ person } = more);
    const options = {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined
        ? {}
        : { onprogress: ({ message = "" }: { message?: string | undefined }) => onProgress(message) }),
    };
    try {
      const { content, isError = false } = await client.callTool({ name: tool, arguments: { ...input } }, options);
      const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
      return { text, isError, images: content.filter(({ type }) => type === "image").length };
    } catch (error) {
      // The protocol has no answer for a call that its client has cancelled.
      if (signal?.aborted === true) return { text: String(error), isError: true, images: 0 };
      throw error;
    }
  };
}

function answerForm(person: SuiteCall["person"]) {
  if (person === "yes") return { action: "accept" as const, content: {} };
  return typeof person === "object"
    ? { action: "accept" as const, content: { ...person } }
    : { action: "decline" as const };
}

async function openTerminal(journal: Journal) {
  const kernel = await openKernel(journal);
  return async ({ tool, input = {}, person, signal, onProgress }: SuiteCall): Promise<Seen> => {
    const signals = new EventEmitter();
    signal?.addEventListener("abort", () => signals.emit("SIGINT"));
    const { code, stdout, stderr } = await cliRun(kernel, ["call", tool, JSON.stringify(input)], {
      signals,
      stdin: person === "yes" ? "y\n" : "n\n",
      terminals: ["stdin", "stderr"],
    });
    onProgress?.(stderr);
    return { text: `${stdout}\n${stderr}`, isError: code !== 0, images: 0 };
  };
}

async function openTestKit(journal: Journal) {
  const kit = harness<readonly AnyTool[]>(createSuiteTools(journal), {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- no tool here asks for any
    services: () => undefined as never,
    access,
    realTime: true,
  });
  onTestFinished(() => kit.close());
  return (call: SuiteCall) => callKernel((more) => kit.call(call.tool, call.input ?? {}, more), call);
}

async function openScript(journal: Journal) {
  const kernel: AnyKernel = await openKernel(journal, [createScriptTool({ kernel: () => kernel })]);
  return async (call: SuiteCall): Promise<Seen> => {
    const code = `return await tools.${call.tool}(${JSON.stringify(call.input ?? {})});`;
    return await callKernel((more) => kernel.call("script", { code }, more), call);
  };
}

type Continued = Parameters<AnyKernel["call"]>[2];

/** Calls until nobody is asked any more. */
async function callKernel(
  call: (more: NonNullable<Continued>) => Promise<Outcome>,
  { person, signal, onProgress }: SuiteCall,
): Promise<Seen> {
  const options: NonNullable<Continued> = {
    canAsk: () => true,
    onProgress: ({ message = "" }) => onProgress?.(message),
    ...(signal === undefined ? {} : { signal }),
  };
  let outcome = await call(options);
  while (outcome.status === "needs_approval" || outcome.status === "needs_input") {
    const { state } = outcome;
    const answer = answerForm(person);
    const answers = outcome.status === "needs_input" ? nameAnswers(outcome.questions, answer) : {};
    const continues = { answers, ...(state === undefined ? {} : { state }) };
    const decision = person === "yes" ? "approved" : "rejected";
    outcome = await call(
      outcome.status === "needs_input"
        ? { ...options, continues }
        : {
            ...options,
            approval: { request: outcome.request, decision },
            ...(state === undefined ? {} : { continues }),
          },
    );
  }
  const images =
    outcome.status === "ok" ? (outcome.attachments ?? []).filter(({ kind }) => kind === "image").length : 0;
  return { text: renderOutcome(outcome), isError: outcome.status !== "ok", images };
}

function nameAnswers<Answer>(questions: object, answer: Answer): Record<string, Answer> {
  return Object.fromEntries(Object.keys(questions).map((name) => [name, answer]));
}

async function openAgent(journal: Journal) {
  const kernel = await openKernel(journal);
  return async ({ tool, input = {}, person, signal, onProgress }: SuiteCall): Promise<Seen> => {
    const store = createMemoryThreads();
    const agent = createAgent({ model: scriptModel({ calls: [{ tool, input }] }, { text: "Done." }), kernel, store });
    const run = agent.run("t", "go", signal === undefined ? {} : { signal });
    for await (const event of run) if (event.type === "call-progress") onProgress?.(event.message);
    let outcome = await run.outcome;
    while (outcome.status === "awaiting") {
      for (const { callId, ask } of outcome.asks) {
        const decision =
          ask.kind === "questions"
            ? ({ verdict: "answered", answers: nameAnswers(ask.questions, answerForm(person)) } as const)
            : ({ verdict: person === "yes" ? "approved" : "rejected" } as const);
        await agent.decide("t", { [callId]: decision });
      }
      outcome = await agent.resume("t", signal === undefined ? {} : { signal }).outcome;
    }
    const [result] = await readResults(store);
    if (result === undefined) throw new Error("The call has no result.");
    const images = (result.attachments ?? []).filter(({ kind }) => kind === "image").length;
    // For a model a cancel is no error of the tool.
    return { text: result.text, isError: result.isError || result.status === "cancelled", images };
  };
}
