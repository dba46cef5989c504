import { ToolError } from "../tool/tool-error.ts";
import type { ScriptLimits } from "./limits.ts";
import type { Exchange } from "./transcript.ts";
import type { Operation, ScriptEnd, ThrownError } from "./worker/messages.ts";

/** The wrapper that makes a function of the script is one line long. */
const linesBefore = 1;
const longestLine = 200;
/** What an error repeats of what was printed: errors have no budget of their own, and a script that is mended prints it again. */
const longestPrinted = 24_000;

interface EndedScript {
  readonly end: ScriptEnd;
  readonly printed: string;
  readonly unanswered: readonly Operation[];
  /** Calls that changed something. */
  readonly made: readonly Exchange[];
}

/** The error that a model reads if its script did not come to its end. */
export function describeFailure(
  source: string,
  { end, printed, unanswered, made }: EndedScript,
  limits: ScriptLimits,
): ToolError | undefined {
  if (end.kind === "returned") return undefined;
  const what = end.kind === "threw" ? describeThrown(source, end.error) : describeStopped(end.why, limits);
  const parts = [what, describeMade(made), describeUnanswered(unanswered), describePrinted(printed)].filter(
    (part) => part !== "",
  );
  return new ToolError(end.kind === "threw" ? "script_error" : `script_${end.why}`, parts.join("\n"));
}

/** Name, message and the line as the model wrote it. */
export function describeThrown(source: string, error: ThrownError): string {
  const { name = "Error", message, code, stack = "" } = error;
  const title = `${name}${code === undefined || code === "" ? "" : ` (${code})`}: ${message}`;
  const where = findPosition(stack);
  if (where === undefined) return title;
  const line = source.split("\n")[where.line - 1];
  if (line === undefined) {
    return `${title}\n  at the end of the script: a bracket or a quote is not closed, or closed twice`;
  }
  return `${title}\n  at line ${where.line}, column ${where.column}: ${cutAround(line, where.column - 1)}`;
}

function cutAround(line: string, index: number): string {
  const from = line.length <= longestLine ? 0 : Math.max(0, index - longestLine / 2);
  const shown = line.slice(from, from + longestLine).trim();
  return `${from === 0 ? "" : "…"}${shown}${from + longestLine < line.length ? "…" : ""}`;
}

/** A stack may be anything the script made it; the worst is a line of its own choice. */
function findPosition(stack: string): { readonly line: number; readonly column: number } | undefined {
  const found = /(?:\(| at )script:(\d{1,7}):(\d{1,7})/.exec(stack);
  if (found === null) return undefined;
  return { line: Math.max(1, Number(found[1]) - linesBefore), column: Math.max(1, Number(found[2])) };
}

function describeStopped(why: Extract<ScriptEnd, { kind: "stopped" }>["why"], limits: ScriptLimits): string {
  switch (why) {
    case "deadline":
      return "The script did not finish in time and was ended. Do less in one script.";
    case "steps":
      return `The script was ended after ${limits.steps} steps of computing. Look for a loop that does not end, or do less.`;
    case "never_settles":
      return "The script waits for a promise that nothing will settle: no call and no sleep is under way.";
    case "hung":
      return `The script computed for ${Math.round(limits.computeMs / 1000)} s without a pause and was ended.`;
    case "lost":
      return "The sandbox of the script broke down. Do less at once.";
  }
}

/** A script that failed half-way has done what it has done. */
function describeMade(made: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const { operation } of made) counts.set(operation.name, (counts.get(operation.name) ?? 0) + 1);
  if (counts.size === 0) return "";
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`));
  return `Done before, and not undone: ${names.join(", ")}.`;
}

/** Which of its calls took too long. */
function describeUnanswered(unanswered: readonly Operation[]): string {
  if (unanswered.length === 0) return "";
  const calls = unanswered.map(
    ({ name, input }) => `${name}(${input.length > 120 ? `${input.slice(0, 120)}…` : input})`,
  );
  return `Under way until then: ${calls.join(", ")}.`;
}

function describePrinted(printed: string): string {
  if (printed === "") return "";
  const more = printed.length - longestPrinted;
  const left = more > 0 ? `\n… ${more} more characters` : "";
  return `Printed before:\n${printed.slice(0, longestPrinted).trimEnd()}${left}`;
}
