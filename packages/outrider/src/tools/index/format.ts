import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/count-of.ts";
import type { Output } from "./schema.ts";

/** One fact a line, nothing about what is not there. */
export function format(output: Output): string {
  const { languages, left_out, freshness, stored, files, symbols } = output;
  const lines = [
    describeState(output),
    ...(files === 0 ? [] : [`${countOf(symbols, "symbol")} in ${countOf(files, "file")}`]),
    ...(languages.length === 0
      ? []
      : [`Languages: ${languages.map((each) => `${each.name} ${each.files}`).join(", ")}`]),
    ...(left_out.length === 0 ? [] : ["Missing or doubtful:"]),
    ...left_out.map(
      ({ reason, files: count, examples }) => ` ${reason}: ${countOf(count, "file")} (${listed(examples, count)})`,
    ),
    `Freshness: ${freshness}`,
    `Stored: ${stored}`,
    ...(output.problem === undefined ? [] : [`The last build ended early: ${output.problem}`]),
  ];
  return lines.map((line) => escapeHidden(line)).join("\n");
}

function describeState({ state, done, total }: Output): string {
  switch (state) {
    case "empty":
      return "No symbols have been read yet: the first question reads them, and so does build.";
    case "building":
      return `Being built: ${done} of ${total} files. Names can be asked for already.`;
    case "stopped":
      return `Not complete: ${done} of ${total} files. The next question goes on, and so does build.`;
    case "ready":
      return "Complete.";
  }
}

function listed(examples: readonly string[], count: number): string {
  return `${examples.join(", ")}${count > examples.length ? ", …" : ""}`;
}
