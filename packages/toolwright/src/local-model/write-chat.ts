import type { UserPart } from "../agent/log/entries.ts";
import type { ModelMessage, ModelRequest, ModelTool } from "../agent/model/model.ts";
import { isJsonObject } from "../tool/schema.ts";
import type { LlamaChatItem } from "./llama-chat.ts";
import { writePart } from "./written-answer.ts";

/** The request as a chat, which the model's own template turns into text. The same history always has the same start. */
export function writeChat({ system, messages, tools }: ModelRequest): LlamaChatItem[] {
  const howTo = tools.length === 0 ? [] : [[toolOrder, ...tools.map(writeTool)].join("\n\n")];
  const start = [...(system === "" ? [] : [system]), ...howTo].join("\n\n");
  const items: LlamaChatItem[] = start === "" ? [] : [{ type: "system", text: start }];
  for (const message of messages) items.push(...writeMessage(message));
  return [...items, { type: "model", response: [] }];
}

/** As the call that is to be written: a model of 135 million parameters then picks the right tool ten times of ten instead of two. */
function writeTool({ name, description, inputSchema }: ModelTool): string {
  const {
    $schema: _dialect,
    type: _object,
    additionalProperties: _closed,
    properties,
    required,
    ...more
  } = inputSchema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const needed = new Set(Array.isArray(required) ? required : []);
  const optional = names.filter((each) => !needed.has(each));
  return [
    description,
    `{"tool":${JSON.stringify(name)},"input":${JSON.stringify(properties ?? {})}}`,
    ...(optional.length === 0 ? [] : [`Optional: ${optional.join(", ")}.`]),
    ...(Object.keys(more).length === 0 ? [] : [`Its input also has: ${JSON.stringify(more)}`]),
  ].join("\n");
}

const toolOrder = `Reply with one line of JSON. To call a tool: {"tool":"NAME","input":{…}}. When you know the answer: {"answer":"…"}. The tools:`;

function writeMessage(message: ModelMessage): readonly LlamaChatItem[] {
  switch (message.role) {
    case "user":
      return [{ type: "user", text: message.content.map(writeUserPart).join("\n") }];
    case "assistant": {
      // A part that another model has written with a call is left to the call.
      const calls = message.content.filter(({ type }) => type === "call");
      return [{ type: "model", response: [(calls.length > 0 ? calls : message.content).map(writePart).join("\n")] }];
    }
    case "tool":
      return [
        {
          type: "user",
          text: [
            ...message.results.map(({ tool, text, isError }) => `${isError ? "Error" : "Result"} of ${tool}: ${text}`),
            answerOrder,
          ].join("\n"),
        },
      ];
  }
}

/** Small models otherwise make the same call again. */
const answerOrder = 'Reply with {"answer":"…"} if that is enough.';

/** These models read nothing but text. */
function writeUserPart(part: UserPart): string {
  return part.type === "text" ? part.text : `[A file that cannot be shown: ${part.name ?? part.mimeType}]`;
}
