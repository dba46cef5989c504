import { spawn, type ChildProcess } from "node:child_process";
import { defineBroken } from "./define-broken.ts";

const children: ChildProcess[] = [];
const maxLeft = 8;

/** Starts a process behind the kernel's back and leaves it running. */
export const leaksProcess = defineBroken("leaks_process", ({ text }) => {
  leaveProcess();
  return text;
});

export function leaveProcess(): void {
  const child = spawn("sleep", ["300"], { stdio: "ignore" });
  // Without this it would show as a handle too.
  child.unref();
  children.push(child);
  // A hundred calls at once leave the last few only: more would slow down whoever lists all processes.
  if (children.length > maxLeft) children.shift()?.kill("SIGKILL");
}

export function endProcesses(): void {
  for (const child of children.splice(0)) child.kill("SIGKILL");
}
