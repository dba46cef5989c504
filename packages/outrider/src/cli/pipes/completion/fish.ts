import type { CompletedCommand, CompletedFlag } from "./completed-commands.ts";

export function writeFish(commands: readonly CompletedCommand[]): string {
  return [
    "# Completion of outrider for fish.",
    "complete -c outrider -f",
    ...commands.flatMap(({ name, summary, flags, takes, words }) => {
      const seen = `-n '__fish_seen_subcommand_from ${name}'`;
      return [
        `complete -c outrider -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
        ...flags.map((flag) => `complete -c outrider ${seen} ${describeFlag(flag)} -d ${quote(flag.summary)}`),
        ...(words.length === 0 ? [] : [`complete -c outrider ${seen} -a '${words.join(" ")}'`]),
        ...(takes === "words" ? [] : [`complete -c outrider ${seen} -F`]),
        ...(takes === "symbol"
          ? [`complete -c outrider ${seen} -a '(command outrider __names (commandline -ct) 2>/dev/null)'`]
          : []),
      ];
    }),
  ].join("\n");
}

function describeFlag({ name, short, value, choices }: CompletedFlag): string {
  const words = [...(short === undefined ? [] : [`-s ${short}`]), `-l ${name}`].join(" ");
  if (value === "switch") return words;
  if (value === "choice") return `${words} -x -a '${choices.join(" ")}'`;
  return `${words} ${value === "file" ? "-r -F" : "-x"}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`;
}
