import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";

type Answer = Exclude<Parameters<LLMock["on"]>[1], (...args: never) => unknown>;

const usage = { input_tokens: 50, output_tokens: 7, prompt_tokens: 50, completion_tokens: 7 };

/** What a model says to an input that holds a word, turn by turn. */
export type MockTalk = Readonly<Record<string, readonly Answer[]>>;

export interface MockModel {
  /** As `--base-url` takes it. */
  readonly url: string;
  /** All that was sent to it, headers too. */
  readonly sent: () => string;
  readonly asked: () => number;
}

/** A server that speaks the interfaces of the providers; `latency` slows its words down, in milliseconds for each. */
export async function startModel(talk: MockTalk, latency = 0): Promise<MockModel> {
  const mock = new LLMock({ port: 0, logLevel: "silent", latency, chunkSize: 8 });
  for (const [word, answers] of Object.entries(talk)) {
    for (const [turn, answer] of answers.entries()) {
      mock.on({ predicate: ({ messages }) => isAt(messages, word, turn) }, { ...answer, usage });
    }
  }
  await mock.start();
  onTestFinished(() => mock.stop());
  const requests = () => mock.getRequests();
  return { url: `${mock.url}/v1`, sent: () => JSON.stringify(requests()), asked: () => requests().length };
}

interface MockMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** The input is the last message of the person; every answer with calls since then was a turn. */
function isAt(messages: readonly MockMessage[], word: string, turn: number): boolean {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const answers = messages
    .slice(asked + 1)
    .filter(({ role }, index, all) => role === "tool" && all[index + 1]?.role !== "tool");
  return JSON.stringify(messages[asked]?.content ?? "").includes(word) && answers.length === turn;
}

/** A call of a tool, as an answer of the mock holds it. */
export function callOf(name: string, input: object): { readonly name: string; readonly arguments: string } {
  return { name, arguments: JSON.stringify(input) };
}
