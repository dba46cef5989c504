import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { makeTempPlace, writeFiles, type TempPlace } from "../../support/temp-project.ts";
import { buildTraps } from "./build-traps.ts";
import { gitTraps } from "./git-traps.ts";
import { nodeTraps } from "./node-traps.ts";
import { otherTraps } from "./other-traps.ts";
import { rustTraps } from "./rust-traps.ts";
import type { Trap } from "./trap.ts";

// The later one wins where two have the same file: what a trap needs comes after the planted programs.
const sets = [otherTraps, gitTraps, rustTraps, nodeTraps, buildTraps];

export const traps: readonly Trap[] = sets.flatMap((set) => set.traps);

/** Libraries that a setting has loaded into a program, by the trap that they show. */
const libraries = ["cargo-preload", "cargo-backend", "maven-jvm"];

const library = `#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void leave(void) { close(open(CANARY, O_CREAT | O_WRONLY, 0600)); }
`;

export interface TrappedPlace extends TempPlace {
  /** The traps that have run, by name. */
  ran(): readonly string[];
  /** Where servers note what they start, and where strace does. */
  readonly started: string;
  readonly trace: string;
  /** A text of a trap as it stands in this place. */
  fill(text: string): string;
}

/** A repository with all traps: committed without them, so that nothing runs before they lie there. */
export function plantTraps(): TrappedPlace {
  const place = makeTempPlace();
  const { root, outside } = place;
  const canary = join(outside, "canary");
  mkdirSync(canary);
  const fill = (text: string): string => text.replaceAll("@CANARY@", canary).replaceAll("@ROOT@", root);
  const git = (...args: string[]): void =>
    void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: root, stdio: "ignore" });
  const all = Object.fromEntries(sets.flatMap((set) => Object.entries(set.files)));
  const { ".git/config": gitConfig = "", ...files } = all;
  git("init", "--initial-branch=main");
  writeFiles(root, { "src/a.ts": files["src/a.ts"] ?? "", "README.md": files["README.md"] ?? "" });
  writeFiles(root, Object.fromEntries(["conv", "drv", "filtered"].map((each) => [`data/a.${each}`, "a\n"])));
  git("add", "src", "data", "README.md");
  git("commit", "--message", "first");
  for (const [path, text] of Object.entries(files)) {
    writeFiles(root, { [path]: fill(text) });
    if (text.startsWith("#!")) chmodSync(join(root, path), 0o755);
  }
  appendFileSync(join(root, ".git/config"), `${fill(gitConfig)}[user]\n\tname = t\n\temail = t@t\n`);
  if (isOnPath("cc")) {
    writeFiles(outside, { "library.c": library });
    for (const name of libraries) {
      const output = join(root, "planted", `${name}.so`);
      const define = `-DCANARY="${join(canary, name)}"`;
      execFileSync("cc", ["-shared", "-fPIC", define, "-o", output, join(outside, "library.c")]);
    }
  }
  return {
    ...place,
    started: join(place.base, "started"),
    trace: join(place.base, "trace"),
    fill,
    ran: () => readdirSync(canary).toSorted(),
  };
}

export function isOnPath(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((each) => existsSync(join(each, name)));
}
