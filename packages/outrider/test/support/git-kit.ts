import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type KitOptions, openKit, type OutriderKit } from "./outrider-kit.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface GitKit extends OutriderKit {
  git(...args: string[]): string;
  /** Writes files, or deletes those that are undefined. */
  write(files: Readonly<Record<string, string | Uint8Array | undefined>>): void;
  /** Writes files and commits everything; returns the commit. */
  commit(files: Readonly<Record<string, string | Uint8Array | undefined>>, message?: string): string;
}

/** Outrider over a real repository whose first commit has these files. */
export async function openGitKit(files: Files, options: KitOptions = {}): Promise<GitKit> {
  const kit = await openKit({}, options);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "core.autocrlf=false", "-c", "commit.gpgsign=false", ...args], {
      cwd: kit.root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...identity },
    });
  function write(changed: Readonly<Record<string, string | Uint8Array | undefined>>): void {
    for (const [path, content] of Object.entries(changed)) {
      const file = join(kit.root, path);
      if (content === undefined) rmSync(file, { recursive: true, force: true });
      else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
  }
  function commit(changed: Readonly<Record<string, string | Uint8Array | undefined>>, message = "change"): string {
    write(changed);
    git("add", "--all", "--force", ...Object.keys(changed));
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD").trim();
  }
  git("init", "--quiet", "--initial-branch=main");
  if (Object.keys(files).length > 0) commit(files, "first");
  return { ...kit, git, write, commit };
}

const identity = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.org",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.org",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};
