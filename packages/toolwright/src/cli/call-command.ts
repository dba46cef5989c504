import { systemPrincipal } from "../process/system-user.ts";
import type { AnyKernel, CallOptions } from "../call/kernel.ts";
import type { Outcome } from "../call/outcome.ts";
import type { ProgressReport } from "../call/progress.ts";
import { askApproval } from "./ask-approval.ts";
import { type Command, type CommandArguments, type Flag, exitCodeOf } from "./command.ts";
import { withKernel, type Host } from "./host.ts";
import { unlessInterrupted } from "./interrupts.ts";
import { printOutcome } from "./print-outcome.ts";
import { readJsonInput } from "./read-json.ts";
import type { Terminal } from "./terminal.ts";
import { textWidth } from "./text-width.ts";
import { makeOneLine } from "./visible-text.ts";

/** `call` runs one tool and prints its answer. */
export function createCallCommand(host: Host): Command {
  return {
    name: "call",
    usage: "NAME ['{json}' | -]",
    summary: "Call a tool; - reads the input from stdin",
    details: [
      "The answer goes to stdout, notes and errors to stderr. Without an input the tool gets {}.",
      "Ctrl-C cancels the call and ends its processes; a second one exits at once.",
    ].join("\n"),
    flags: {
      ...host.flags,
      // A kernel that is already open has its budget.
      ...(typeof host.kernel === "function" ? { full: fullFlag } : {}),
      json: { type: "boolean", summary: "Print the whole outcome as one line of JSON, failures too" },
      yes: { type: "boolean", short: "y", summary: "Approve the call without asking" },
    },
    takes: [1, 2],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      const [name = "", argument] = args.positionals;
      const input = await unlessInterrupted(args.interrupted, readJsonInput(argument, terminal.stdin));
      return await withKernel(host, args, terminal, async (opened) => {
        const call = { name, input, readsStdin: argument === "-" };
        const outcome = await callApproved(opened.kernel, call, args, terminal);
        await printOutcome(outcome, { host, args, input, opened }, terminal);
        return exitCodeOf[outcome.status];
      });
    },
  };
}

const fullFlag: Flag = { type: "boolean", summary: "Print the whole answer, however long" };

interface ToolCall {
  readonly name: string;
  readonly input: unknown;
  readonly readsStdin: boolean;
}

/** Calls the tool, asks the person or `--yes` if approval is needed, and calls again with the answer. */
export async function callApproved(
  kernel: AnyKernel,
  { name, input, readsStdin }: ToolCall,
  { given, interrupted }: CommandArguments,
  terminal: Terminal,
): Promise<Outcome> {
  const options: CallOptions = {
    caller: { host: "cli", session: crypto.randomUUID(), principal: systemPrincipal() },
    signal: interrupted,
    onProgress: (report) => terminal.status((columns) => renderProgress(name, report, columns)),
  };
  const call = async (more: CallOptions): Promise<Outcome> => {
    const outcome = await kernel.call(name, input, { ...options, ...more });
    terminal.status(undefined);
    return outcome;
  };
  let outcome = await call({});
  // A call that goes on where it stopped may ask again, for another of the calls that it makes.
  while (outcome.status === "needs_approval") {
    const { request, state } = outcome;
    if (!given.has("yes") && (!terminal.canAsk || readsStdin)) return outcome;
    const decision = given.has("yes") ? "approved" : await askApproval(request, terminal, interrupted);
    const gaveUp = interrupted.aborted;
    const goesOn = state !== undefined;
    outcome = await call({
      approval: { request, decision },
      ...(goesOn ? { continues: { answers: {}, state } } : {}),
    });
    if (gaveUp && !goesOn && outcome.status === "cancelled") {
      return { ...outcome, error: { ...outcome.error, message: `Cancelled; ${name} was not run.` } };
    }
    if (!goesOn) return outcome;
  }
  return outcome;
}

const barWidth = 20;

/** One line: a bar and a percentage if the total is known, the count otherwise, then the tool's words. */
export function renderProgress(tool: string, report: ProgressReport, columns: number): string {
  const { done, total, message } = report;
  const words = makeOneLine(message ?? tool);
  if (done === undefined) return `… ${words}`;
  if (total === undefined || !(total > 0)) return `… ${done}  ${words}`;
  const share = Math.min(Math.max(done / total, 0), 1);
  const percent = `${Math.floor(share * 100)}%`.padStart(5);
  // On a narrow terminal the words matter more than the bar.
  if (barWidth + percent.length + textWidth(words) + 4 > columns) return `${percent.trimStart()} ${words}`;
  const filled = Math.round(share * barWidth);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}]${percent}  ${words}`;
}
