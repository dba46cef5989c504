import { spawn, type ChildProcess } from "node:child_process";
import { defineBroken } from "./define-broken.ts";

const children: ChildProcess[] = [];

/** Starts a process behind the kernel's back and leaves it running. */
export const leaksProcess = defineBroken("leaks_process", ({ text }) => {
  const child = spawn("sleep", ["300"], { stdio: "ignore" });
  // Without this it would show as a handle too.
  child.unref();
  children.push(child);
  return text;
});

export function endProcesses(): void {
  for (const child of children.splice(0)) child.kill("SIGKILL");
}
