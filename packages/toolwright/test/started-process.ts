import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { onTestFinished, vi } from "vitest";

export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<ProcessResult>;
  /** Resolves when stdout and stderr together hold the text, or something that fits the pattern. */
  shows(text: string | RegExp): Promise<void>;
}

export interface ProcessPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts a program and keeps what it prints; it is gone after the test. */
export function startProcess(file: string, argv: readonly string[], { cwd, env }: ProcessPlace): StartedProcess {
  const child = spawn(file, argv, { cwd, env: { ...env } });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => ({
    code: typeof code === "number" ? code : null,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  }));
  return {
    child,
    ended,
    async shows(text) {
      await vi.waitFor(
        () => {
          const shown = Buffer.concat([...out, ...err]).toString();
          const isShown = typeof text === "string" ? shown.includes(text) : text.test(shown);
          if (!isShown) throw new Error(`${String(text)} is not shown, but ${JSON.stringify(shown)}`);
        },
        { timeout: 60_000, interval: 20 },
      );
    },
  };
}
