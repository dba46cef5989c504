import { defineTool, escapeHidden, writes } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeCut } from "../describe-cut.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output, type Output } from "./schema.ts";

export default defineTool({
  name: "index",
  description,
  guide,
  input,
  output,
  effects: { ...writes, destructive: false, idempotent: true },
  deadlineMs: 120_000,
  examples: [
    { title: "How it stands", input: {} },
    { title: "Read everything now", input: { action: "build" } },
    { title: "No such project", input: { project: "no/such/project" }, fails: "unknown_project" },
  ],
  handle,
  format,
});

/** One fact per line; omits what is absent. */
function format(output: Output): string {
  const { languages, left_out, freshness, stored, files, symbols, search } = output;
  const lines = [
    ...describeCut(output.cut),
    describeState(output),
    ...(files === 0 ? [] : [`${countOf(symbols, "symbol")} in ${countOf(files, "file")}`]),
    ...(languages.length === 0
      ? []
      : [`Languages: ${languages.map((each) => `${each.name} ${each.files}`).join(", ")}`]),
    ...(left_out.length === 0 ? [] : ["Missing or doubtful:"]),
    ...left_out.map(showLeftOut),
    `Freshness: ${freshness}`,
    `Stored: ${stored}`,
    ...(output.slow === undefined ? [] : [`Slow: ${output.slow}`]),
    ...(output.problem === undefined ? [] : [`The last build ended early: ${output.problem}`]),
    ...describeSearch(search, stored),
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

function describeSearch(search: Output["search"], storedAbove: string): readonly string[] {
  const { state, done, total, files, chunks, model, external, embedded, contents, rate, left_out, stored } = search;
  const { problem } = search;
  const isReading = external && embedded < contents && problem === undefined;
  const speed = rate === undefined ? "" : `, ${rate} files/s`;
  const states = {
    empty: "nothing read yet; the first search does",
    building: `${done} of ${total} files read${speed}`,
    stopped: `${done} of ${total} files read; the next search goes on`,
    ready: isReading ? `words of all files${speed}` : `complete${speed}`,
  };
  const parts = files === 0 ? "" : `; ${countOf(chunks, "part")} of ${countOf(files, "file")}`;
  const vectors =
    files === 0 || model === "off"
      ? ""
      : `; vectors of ${embedded} of ${countOf(contents, "content")}${isReading ? ": it goes on reading in the background" : ""}`;
  return [
    `Search: ${states[state]}${parts}; model ${model}${vectors}`,
    ...left_out.map(showLeftOut),
    ...(stored === storedAbove ? [] : [`Search is stored: ${stored}`]),
    ...(problem === undefined ? [] : [`Search has a problem: ${problem}`]),
  ];
}

function showLeftOut({ reason, files, examples }: Output["left_out"][number]): string {
  return ` ${reason}: ${countOf(files, "file")} (${examples.join(", ")}${files > examples.length ? ", …" : ""})`;
}
