// toolwright/agent: A model that calls tools until it is done
import { createKernel, defineTool, writes } from "toolwright";
import {
  type Agent,
  type AgentOptions,
  type AskDecision,
  createAgent,
  createMemoryThreads,
  fromAiSdk,
  isSubagentThread,
  type Model,
  ModelError,
  pruneThreads,
  recordModel,
  replayModel,
  subagentPrefix,
  subagentThread,
  threadStoreChecks,
} from "toolwright/agent";
import * as z from "zod";

const sendMail = defineTool({
  name: "send_mail",
  description: "Sends a mail.",
  input: z.strictObject({ to: z.string().describe("Address") }),
  effects: writes,
  handle: ({ to }) => `Sent to ${to}.`,
});

/** Any AI SDK provider is a model: `anthropic("claude-sonnet-4-5")`. This one does what it always does. */
const model: Model = {
  id: "example/mailer",
  async *stream({ messages }) {
    const isSent = messages.some(({ role }) => role === "tool");
    const part = isSent
      ? ({ type: "text", text: "The mail is out." } as const)
      : ({ type: "call", callId: "mail", tool: "send_mail", input: '{"to":"ann@example.com"}' } as const);
    yield { type: "finish", content: [part], finish: isSent ? "stop" : "calls", usage: undefined };
  },
};

/** Small in its first use; the mail waits for a person, who decides whenever they like. */
export async function sendAfterApproval(options: Partial<AgentOptions> = {}): Promise<string> {
  const agent: Agent = createAgent({ model, kernel: createKernel({ tools: [sendMail] }), ...options });
  const run = agent.run("thread-1", "Tell Ann that we are done.");
  for await (const event of run) if (event.type === "asked") console.info(event.ask.title);
  const { asks } = await run.outcome;
  await agent.decide("thread-1", Object.fromEntries(asks.map(({ callId }) => [callId, { verdict: "approved" }])));
  const { status, text } = await agent.resume("thread-1").outcome;
  return `${status}: ${text}`;
}

/** Records a run and replays it without the model. */
export async function replayRun(): Promise<string> {
  const recorder = recordModel(model);
  await sendAfterApproval({ model: recorder });
  return await sendAfterApproval({ model: replayModel(recorder.cassette()) });
}

/** A model that nobody can reach: the run ends in words, and can be resumed. */
export async function endWithoutModel(): Promise<string> {
  const gone: Model = {
    id: "example/gone",
    // oxlint-disable-next-line require-yield
    async *stream() {
      throw new ModelError("rejected", "There is no such model.");
    },
  };
  const agent = createAgent({ model: gone, kernel: createKernel({ tools: [sendMail] }) });
  const outcome = await agent.run("thread-1", "Hello").outcome;
  return outcome.status === "failed" ? `${outcome.code}: ${outcome.message}` : outcome.status;
}

/** A store of one's own passes these checks; threads in it are kept as long as one wants. */
export async function keepThreads(): Promise<readonly string[]> {
  for (const { run } of threadStoreChecks) await run(createMemoryThreads());
  const store = createMemoryThreads();
  await sendAfterApproval({ store });
  return await pruneThreads(store, { maxThreads: 0, now: Date.now() });
}

/** What a provider of the AI SDK returns, with settings of its own. */
export const withSettings = (provided: Parameters<typeof fromAiSdk>[0]): Model =>
  fromAiSdk(provided, { id: "my/model", call: { temperature: 0 } });

/** What the application watches, a tool that the host runs itself, and a word in between. */
export async function runInBrowser(): Promise<string> {
  const agent = createAgent({
    model,
    kernel: createKernel({ tools: [sendMail] }),
    hostTools: [
      {
        name: "click",
        description: "Clicks on something.",
        input: z.strictObject({ on: z.string().describe("What") }),
      },
    ],
    hooks: {
      beforeTool: ({ tool, input }) =>
        tool === "send_mail" && !input.to.endsWith("@example.com")
          ? { verdict: "block", text: "Only people at example.com get mail." }
          : { verdict: "proceed" },
    },
    limits: { lastAnswer: true },
  });
  const run = agent.run("thread-1", "Tell Ann that we are done.");
  await run.steer("And be kind.");
  const { asks } = await run.outcome;
  const decide = (kind: "host" | "approval" | "questions"): AskDecision<never> =>
    kind === "host" ? { verdict: "result", text: "Clicked." } : { verdict: "approved" };
  await agent.decide("thread-1", Object.fromEntries(asks.map(({ callId, ask }) => [callId, decide(ask.kind)])));
  return (await agent.resume("thread-1").outcome).status;
}

/** Another agent that sends the mail. What it asks comes up with a path as its id; a driver finds its thread by its name. */
export async function delegateMail(): Promise<string> {
  const chief: Model = {
    id: "example/chief",
    async *stream({ messages }) {
      const isDone = messages.some(({ role }) => role === "tool");
      const part = isDone
        ? ({ type: "text", text: "Ann knows." } as const)
        : ({ type: "call", callId: "ask", tool: "mailer", input: '{"task":"Tell Ann that we are done."}' } as const);
      yield { type: "finish", content: [part], finish: isDone ? "stop" : "calls", usage: undefined };
    },
  };
  const store = createMemoryThreads();
  const agent = createAgent({
    model: chief,
    kernel: createKernel({ tools: [sendMail] }),
    store,
    subagents: [{ name: "mailer", description: "Sends mails.", tools: ["send_mail"], mayChange: true, model }],
  });
  await agent.run("thread-1", "Tell Ann.").outcome;
  await agent.decide("thread-1", { "ask/mail": { verdict: "approved" } });
  const { text } = await agent.resume("thread-1").outcome;
  const below = subagentThread("thread-1", "ask");
  const isBelow = isSubagentThread(below) && below.startsWith(subagentPrefix("thread-1"));
  return isBelow && (await store.read(below)).length > 0 ? text : "nothing";
}
