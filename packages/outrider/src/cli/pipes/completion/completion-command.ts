import { type Command, usageError } from "toolwright/cli";
import type { PipeCommand } from "../pipe-table.ts";
import { type CompletedCommand, describeCommands } from "./completed-commands.ts";

/** Those that every such program has. */
const ownOfProgram: readonly CompletedCommand[] = [
  { name: "tools", summary: "List the tools, or show one in full", takes: "words", words: [], flags: [] },
  { name: "call", summary: "Call a tool", takes: "words", words: [], flags: [] },
];

const shells = ["bash", "zsh", "fish"] as const;

/** `completion` prints what a shell reads to complete command lines. */
export function createCompletionCommand(commands: readonly Command[], pipes: readonly PipeCommand[]): Command {
  const about = {
    name: "completion",
    usage: shells.join(" | "),
    summary: "Print the completion of a shell",
    flags: {},
  };
  return {
    ...about,
    details: [
      'bash: add to ~/.bashrc   eval "$(outrider completion bash)"',
      "zsh:  add to ~/.zshrc    source <(outrider completion zsh)",
      "fish: outrider completion fish > ~/.config/fish/completions/outrider.fish",
    ].join("\n"),
    takes: [1, 1],
    async run({ positionals: [shell] }, terminal) {
      const completed = [...ownOfProgram, ...describeCommands([...commands, about], pipes)];
      if (shell === "bash") await terminal.print((await import("./bash.ts")).writeBash(completed));
      else if (shell === "zsh") await terminal.print((await import("./zsh.ts")).writeZsh(completed));
      else if (shell === "fish") await terminal.print((await import("./fish.ts")).writeFish(completed));
      else throw usageError(`There is no completion for ${JSON.stringify(shell)}; choose ${shells.join(", ")}.`);
      return 0;
    },
  };
}
