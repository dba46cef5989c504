import type { ReadContext } from "../../resources/provider.ts";
import type { Caller } from "../../tool/call-context.ts";
import type { Attachment } from "../../tool/attachment.ts";
import type { Answers, Questions } from "../../tool/question.ts";

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  /** Values that fit what was typed so far; `chosen` holds the other arguments. */
  readonly complete?: (
    typed: string,
    chosen: Readonly<Record<string, string>>,
    context: ReadContext,
  ) => readonly string[] | Promise<readonly string[]>;
}

export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: string | Attachment;
}

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
