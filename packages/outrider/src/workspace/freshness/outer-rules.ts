import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { readIgnoreRules, type IgnoreRules } from "./ignore-rules.ts";
import { tryLstat } from "./trusted-file-system.ts";

/** Everything outside the watched directories that decides which files belong to a project. */
export interface OuterRules {
  /** Changes whenever one of those files does, or when the project's directory is replaced. */
  fingerprint(): string;
  /** What they certainly exclude; nothing if they do not apply to this project. */
  read(): IgnoreRules;
}

export function createOuterRules(root: string): OuterRules {
  const above = ancestors(root);
  const home = homedir();
  const settings = process.env["XDG_CONFIG_HOME"] ?? join(home, ".config");
  const stamped = [
    ...above.map((each) => join(each, ".gitignore")),
    ...[root, ...above].map((each) => join(each, ".git/info/exclude")),
    join(home, ".gitconfig"),
    join(settings, "git/config"),
    join(settings, "git/ignore"),
  ];
  // Git itself writes to these all the time: only their existence counts.
  const present = [root, ...[root, ...above].map((each) => join(each, ".git"))];

  return {
    fingerprint: () => [...stamped.map(stampOf), ...present.map(presenceOf)].join(" "),
    read() {
      const nearest = [root, ...above].findIndex((each) => existsSync(join(each, ".git")));
      const chain = nearest === -1 ? [] : [root, ...above].slice(0, nearest + 1).toReversed();
      let rules: IgnoreRules = { leavesOut: () => undefined };
      for (const each of chain) {
        rules = readIgnoreRules(join(each, ".git/info/exclude"), each, rules);
        if (each !== root) rules = readIgnoreRules(join(each, ".gitignore"), each, rules);
      }
      return rules;
    },
  };
}

function ancestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...ancestors(above)];
}

function stampOf(path: string): string {
  const stats = tryLstat(path);
  return stats === undefined ? "-" : `${stats.ino}:${stats.size}:${stats.ctimeMs}`;
}

function presenceOf(path: string): string {
  return String(tryLstat(path)?.ino ?? "-");
}
