import type { Command } from "toolwright/cli";
import { shellGroup } from "../flags.ts";
import { createCompletionCommand } from "./completion/completion-command.ts";
import { createNamesCommand } from "./completion/names-command.ts";
import type { PipeContext } from "./open-caller.ts";
import { type PipeCommand, pipeTable } from "./pipe-table.ts";

/** The table as commands of the program, and what completes them in a shell beside `others`. */
export function createPipeCommands(context: PipeContext, others: readonly Command[] = []): readonly Command[] {
  const pipes = pipeTable.map((command) => createPipe(command, context));
  return [
    ...pipes,
    createCompletionCommand([...others, ...pipes], pipeTable),
    createNamesCommand(context.isWarm === true ? context.open : undefined),
  ];
}

function createPipe(
  { examples, more, completes: _completes, load, ...command }: PipeCommand,
  context: PipeContext,
): Command {
  return {
    ...command,
    group: shellGroup,
    endsWhenInterrupted: true,
    details: describeUse(command.usage, examples, more),
    async run(args, terminal) {
      const { runQuestion } = await import("./run-question.ts");
      return await runQuestion({ name: command.name, flags: command.flags, load, args, terminal, context });
    },
  };
}

function describeUse(usage: string, examples: PipeCommand["examples"], more: string | undefined): string {
  return [
    ...(usage.startsWith("NAME") || usage.startsWith("OLD")
      ? ["NAME: name, Container/name, path#name, or path:line[:column] for the symbol there."]
      : []),
    ...(usage.endsWith("| -") && usage !== "FILE | -" ? ["- reads the arguments from stdin, one a line."] : []),
    ...(more === undefined ? [] : [more]),
    ...examples.map(([line, what]) => `  ${line}\n      ${what}`),
  ].join("\n");
}
