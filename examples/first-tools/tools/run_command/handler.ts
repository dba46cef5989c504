import type { Call } from "toolwright";
import type { Services } from "../../services.ts";
import type { Input, Output } from "./schema.ts";

/** Runs one command line; everything it starts ends with the call. */
export async function handle(input: Input, { root }: Pick<Services, "root">, call: Call): Promise<Output> {
  const stopHeartbeat = call.heartbeat(input.command.slice(0, 60));
  const [shell, flag] = process.platform === "win32" ? ["cmd.exe", "/c"] : ["/bin/sh", "-c"];
  const result = await call.exec(shell, [flag, input.command], { cwd: root, timeoutMs: input.timeout_ms });
  stopHeartbeat();
  return {
    exit_code: result.exitCode,
    stdout: result.stdout.text,
    stderr: result.stderr.text,
    timed_out: result.timedOut,
    left_out_bytes: result.stdout.leftOutBytes + result.stderr.leftOutBytes,
  };
}
