// oxlint-disable-next-line no-restricted-imports -- the judges are programs; the product starts processes in process/ only
import { type ChildProcess, spawn } from "node:child_process";

export interface ChildEnd {
  /** Null when it was ended by its deadline. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Runs a program to its end, or to the deadline, whichever is first. */
export async function runChild(
  file: string,
  args: readonly string[],
  options: { readonly deadlineMs: number; readonly env?: Readonly<Record<string, string>> },
): Promise<ChildEnd> {
  const child = spawn(file, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env },
    timeout: options.deadlineMs,
    killSignal: "SIGKILL",
  });
  running.add(child);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  running.delete(child);
  return { code, stdout, stderr };
}
