import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createKernel, type AnyKernel } from "../call/kernel.ts";
import type { Outcome } from "../call/outcome.ts";
import { createScriptTool, isScriptTool } from "../script/script-tool.ts";
import { callApproved } from "./call-command.ts";
import { type CommandArguments, exitCodeOf, usageError } from "./command.ts";
import { hostCommand, withKernel, type Host } from "./host.ts";
import { unlessInterrupted } from "./interrupts.ts";
import type { Terminal } from "./terminal.ts";

/** Runs a file, or stdin, as a script over the host's tools; resolves with the exit code. */
export async function runScriptFile(host: Host, args: CommandArguments, terminal: Terminal): Promise<number> {
  const [file = ""] = args.positionals;
  const code = await unlessInterrupted(args.interrupted, readScript(file, terminal.stdin));
  return await withKernel(host, args, terminal, async ({ kernel }) => {
    const scripts = await openScripts(kernel);
    const call = { name: scripts.name, input: { code }, readsStdin: file === "-" };
    const outcome = await callApproved(scripts.kernel, call, args, terminal);
    await scripts.close();
    await printEnd(outcome, host, args, terminal);
    return exitCodeOf[outcome.status];
  });
}

/** The kernel's own tool for scripts, or one beside it whose calls go to the kernel. */
async function openScripts(
  kernel: AnyKernel,
): Promise<{ readonly kernel: AnyKernel; readonly name: string; close(): Promise<unknown> }> {
  const { visible } = await kernel.list();
  const own = visible.find(isScriptTool);
  if (own !== undefined) return { kernel, name: own.name, close: async () => {} };
  const tool = createScriptTool({ kernel: () => kernel });
  // A terminal shows all of it, and what was printed is the person's own.
  const beside = createKernel({ tools: [tool], output: { budgetTokens: Number.MAX_SAFE_INTEGER } });
  return { kernel: beside, name: tool.name, close: async () => await beside.close() };
}

async function readScript(file: string, stdin: Readable): Promise<string> {
  if (file === "-") return await text(stdin);
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw usageError(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

async function printEnd(outcome: Outcome, host: Host, args: CommandArguments, terminal: Terminal): Promise<void> {
  if (args.given.has("json")) return await terminal.print(JSON.stringify(outcome));
  if (outcome.status === "ok") return await terminal.print(outcome.text);
  await terminal.tell(outcome.error.message);
  if (outcome.status !== "needs_approval") return;
  await terminal.tell(`To approve it: ${hostCommand(host, args, "script", args.positionals[0] ?? "-", "--yes")}`);
}
