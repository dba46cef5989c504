import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";
import { makeTempPlace } from "./temp-project.ts";

/** A disk of one megabyte for the time of the test, which is skipped for those who cannot mount one. */
export function mountSmall(context: TestContext, ...options: readonly string[]): string {
  const { root } = makeTempPlace();
  const disk = join(root, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", ["size=1m", ...options].join(), "tmpfs", disk], { stdio: "pipe" });
  } catch {
    context.skip(true, "this user cannot mount a small disk");
  }
  onTestFinished(() => {
    execFileSync("umount", ["-l", disk]);
  });
  return disk;
}
