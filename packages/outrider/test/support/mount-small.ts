import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { onTestFinished, type TestContext } from "vitest";

/** Makes a directory a small disk for the time of the test, which is skipped for those who cannot mount one. */
export function mountSmall(context: TestContext, directory: string, size = "1m"): string {
  mkdirSync(directory, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", directory], { stdio: "pipe" });
  } catch {
    context.skip(true, "this user cannot mount a small disk");
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", directory]);
  });
  return directory;
}
