import type { ReadContext } from "../../resources/provider.ts";
import type { Caller, Attachment } from "../../tool/call-context.ts";
import type { Answers, Questions } from "../../tool/question.ts";
import type { JsonSchema } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";

/** Something that the person fills in before a prompt is sent. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  /** Values that match what was typed so far; `chosen` has the other arguments. */
  readonly complete?: (
    typed: string,
    chosen: Readonly<Record<string, string>>,
    context: ReadContext,
  ) => readonly string[] | Promise<readonly string[]>;
}

/** One message of a prompt, as the model gets it. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: string | Attachment;
}

/** What a prompt gets when it is rendered: who picked it, a signal, and questions. */
export interface PromptContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** What the client answered to `ask`; empty in the first round. */
  readonly answers: Answers;
  /** Ends this round with questions; the prompt is rendered again with the answers. */
  ask(questions: Questions): never;
}

/** A text that a person picks in the client, such as a slash command. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments?: readonly PromptArgument[];
  render(
    given: Readonly<Record<string, string>>,
    context: PromptContext,
  ): readonly PromptMessage[] | Promise<readonly PromptMessage[]>;
}

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

export function findPromptProblems(prompts: readonly Prompt[]): string[] {
  const seen = new Set<string>();
  return prompts.flatMap((prompt) => {
    const problems = [
      ...(namePattern.test(prompt.name)
        ? []
        : [`prompt name ${JSON.stringify(prompt.name)} must be 1 to 64 letters, digits, "_" or "-"`]),
      ...(seen.has(prompt.name) ? [`there are two prompts "${prompt.name}"`] : []),
      ...(prompt.description.trim() === "" ? [`prompt "${prompt.name}" has no description`] : []),
    ];
    seen.add(prompt.name);
    return problems;
  });
}

/** Lets a person pick a tool like a command: its fields become arguments, closed sets of words are completed. */
export function promptForTool(
  tool: AnyTool,
  completions: Readonly<Record<string, NonNullable<PromptArgument["complete"]>>> = {},
): Prompt {
  const { properties = {}, required = [] } = tool.inputJsonSchema;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    arguments: Object.entries(properties).map(([name, field]): PromptArgument => {
      const complete = Object.hasOwn(completions, name) ? completions[name] : completeWords(field);
      return {
        name,
        description: field.description ?? name,
        required: required.includes(name),
        ...(complete === undefined ? {} : { complete }),
      };
    }),
    render(given) {
      const input = JSON.stringify(readFields(given, properties));
      return [{ role: "user", content: `Call the tool ${tool.name} with ${input} and tell me what it found.` }];
    },
  };
}

function completeWords({ enum: words }: JsonSchema): PromptArgument["complete"] {
  if (words === undefined) return undefined;
  return (typed) => words.map(String).filter((word) => word.startsWith(typed));
}

/** Prompt arguments are text; fields of other types get the value that their text means. */
function readFields(
  given: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, JsonSchema>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, fields[name]?.type === "string" ? text : parseOr(text)]),
  );
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
