import type { AnyKernel } from "../call/kernel.ts";
import type { CommandArguments, Flags } from "./command.ts";
import { unlessInterrupted } from "./interrupts.ts";
import { commandLine } from "./shell-quote.ts";
import type { Terminal } from "./terminal.ts";

/** The arguments of `tools` and `call`, for the application that creates the kernel. */
export interface OpenRequest extends CommandArguments {
  /** `--full` was given: answers must not be truncated, so open the kernel without a budget. */
  readonly full: boolean;
  /** Where warnings and faults go, so that they do not disturb the progress line. */
  readonly tell: (text: string) => Promise<void>;
}

/** A kernel opened for one command, and how to close its resources. */
export interface OpenedKernel {
  readonly kernel: AnyKernel;
  /** The detail of a crash is reported before its call ends; messages then refer to it instead of a log. */
  readonly tellsFaults?: boolean;
  /** What a model is told of these tools as a whole. */
  readonly instructions?: string;
  /** Why a tool that a person may expect is missing; undefined if unknown. */
  explainMissing?(name: string): string | undefined;
  /** Closes the kernel's resources; the kernel itself is closed before. */
  close?(): Promise<unknown>;
}

/** The application whose tools are listed and called. */
export interface Host {
  readonly program: string;
  readonly kernel: AnyKernel | ((request: OpenRequest) => OpenedKernel | Promise<OpenedKernel>);
  readonly flags: Flags;
  /** The tool that reads spilled answers. */
  readonly readWith: string;
}

/** Opens the kernel, uses it, closes it; reports handlers that ignored the end of their call. */
export async function withKernel<Result>(
  host: Host,
  args: CommandArguments,
  terminal: Terminal,
  use: (opened: OpenedKernel) => Promise<Result>,
): Promise<Result> {
  const opened = await openKernel(host, args, terminal);
  const { kernel } = opened;
  try {
    return await use(opened);
  } finally {
    const { unfinished } = await kernel.close();
    for (const name of unfinished)
      await terminal.tell(`Note: the handler of ${name} goes on although its call has ended; it ignores call.signal.`);
    await opened.close?.();
  }
}

async function openKernel(host: Host, args: CommandArguments, terminal: Terminal): Promise<OpenedKernel> {
  if (typeof host.kernel !== "function") return { kernel: host.kernel };
  const request: OpenRequest = { ...args, full: args.given.has("full"), tell: (text) => terminal.tell(text) };
  return await unlessInterrupted(args.interrupted, Promise.resolve(host.kernel(request)));
}

/** A command of this host that can be pasted, with the flags that lead to the same tools. */
export function hostCommand(host: Host, { values, given }: CommandArguments, ...words: readonly string[]): string {
  const repeated = Object.keys(host.flags)
    .filter((name) => given.has(name))
    .flatMap((name) => {
      const value = values[name];
      return value === undefined ? [`--${name}`] : [`--${name}`, value];
    });
  return commandLine(host.program, ...words, ...repeated);
}
