import { spawn, type ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import type { Command } from "./taskkill.ts";

/** A small process that outlives the host and ends what the host left behind. */
export interface Watchdog {
  readonly pid: number;
  add(pid: number): void;
  remove(pid: number): void;
  /** Lets it go, and it ends nobody: what the host starts later carries the same marker. */
  close(): void;
}

/** Starts the watchdog; undefined when it could not be started. `onDeath` hears when it ends, for whatever reason. */
export function startWatchdog(command: Command, onDeath: (reason: string) => void): Watchdog | undefined {
  const child = trySpawn(command, onDeath);
  const pid = child?.pid;
  const pipe = child?.stdin;
  if (child === undefined || pid === undefined || !(pipe instanceof Socket)) return undefined;
  child.once("exit", (code, signal) => onDeath(`it ended with ${signal ?? `code ${code}`}`));
  // A line for a watchdog that just died is no loss: the next one is told the whole list.
  pipe.on("error", () => {});
  child.unref();
  pipe.unref();
  return {
    pid,
    add: (pid) => void pipe.write(`add ${pid}\n`),
    remove: (pid) => void pipe.write(`del ${pid}\n`),
    close: () => void pipe.end("bye\n"),
  };
}

function trySpawn(command: Command, onDeath: (reason: string) => void): ChildProcess | undefined {
  try {
    const child = spawn(command.file, command.args, {
      cwd: process.platform === "win32" ? undefined : "/",
      detached: process.platform !== "win32",
      // No owner tag: the watchdog belongs to no scope and must live through every sweep.
      env: { PATH: process.env.PATH ?? "/bin:/usr/bin", SystemRoot: process.env.SystemRoot },
      stdio: ["pipe", "ignore", "ignore"],
      windowsHide: true,
    });
    child.once("error", (error) => onDeath(error.message));
    return child;
  } catch (error) {
    onDeath(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
