import {
  ProtocolError,
  ProtocolErrorCode,
  type ContentBlock,
  type GetPromptResult,
  type InputRequiredResult,
  type PromptMessage as WireMessage,
} from "@modelcontextprotocol/server";
import type { ReadContext } from "../../resources/provider.ts";
import type { Clock } from "../../tool/call-context.ts";
import { describeText } from "../../tool/describe-value.ts";
import { didYouMean } from "../../tool/nearest-name.ts";
import { askClient, isInputNeeded, type Answers } from "../../tool/question.ts";
import { createAskProvider } from "../ask-provider.ts";
import { wireQuestions } from "../ask/questions.ts";
import type { Connection } from "../connection.ts";
import { takePage, withoutUndefined } from "../page.ts";
import { wireAttachment } from "../tools/wire-answer.ts";
import type { Prompt, PromptArgument, PromptMessage } from "./prompt.ts";

export function handlePrompts(connection: Connection, clock?: Clock): void {
  const { definition, server } = connection;
  const ask = createAskProvider(connection, clock);
  const byName = new Map(definition.prompts.map((prompt) => [prompt.name, prompt]));

  server.setRequestHandler("prompts/list", ({ params }) => {
    const { entries, nextCursor } = takePage(
      definition.prompts,
      (prompt) => prompt.name,
      params?.cursor,
      definition.pageSize,
    );
    return { prompts: entries.map(wirePrompt), ...withoutUndefined({ nextCursor }) };
  });

  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = byName.get(params.name);
    if (prompt === undefined) throw unknownPrompt(params.name, [...byName.keys()]);
    const given = params.arguments ?? {};
    refuseMissing(prompt, given);
    const { inputResponses: answers = {} } = context.mcpReq;
    return await ask(context, `Rendering the prompt ${prompt.name}`, (reader) =>
      render(prompt, given, answers, reader),
    );
  });
}

async function render(
  prompt: Prompt,
  given: Readonly<Record<string, string>>,
  answers: Answers,
  reader: ReadContext,
): Promise<GetPromptResult | InputRequiredResult> {
  try {
    const messages = await prompt.render(given, { ...reader, answers, ask: askClient });
    return { description: prompt.description, messages: messages.map(wireMessage) };
  } catch (error) {
    if (!isInputNeeded(error)) throw error;
    // A prompt keeps no state between rounds: everything it needs is in its arguments and the answers.
    return wireQuestions(error.questions, undefined);
  }
}

export function unknownPrompt(name: string, names: readonly string[]): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no prompt ${describeText(name)}.${didYouMean(name, names)} Prompts: ${names.join(", ")}.`,
  );
}

function refuseMissing(prompt: Prompt, given: Readonly<Record<string, string>>): void {
  const missing = (prompt.arguments ?? []).filter(
    ({ name, required }) => required === true && !Object.hasOwn(given, name),
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name, description }) => `${name} (${description})`);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${prompt.name} needs ${names.join(", ")}.`);
}

function wirePrompt({ name, title, description, arguments: given = [] }: Prompt) {
  return {
    name,
    ...withoutUndefined({ title }),
    description,
    ...(given.length === 0 ? {} : { arguments: given.map(wireArgument) }),
  };
}

function wireArgument(argument: PromptArgument) {
  const { complete: _, ...wire } = argument;
  return wire;
}

function wireMessage({ role, content }: PromptMessage): WireMessage {
  const block: ContentBlock = typeof content === "string" ? { type: "text", text: content } : wireAttachment(content);
  return { role, content: block };
}
