import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { credentialFiles, maskedFiles } from "../attacks/secret-files.ts";
import { openKit, type KitOptions, type OutriderKit } from "./outrider-kit.ts";
import { writeFiles } from "./temp-project.ts";

/** Stands in every file that must not be seen. Patterns write it with brackets, so that an echo of them is no leak. */
export const canary = "CANARY-4f1d";
export const canaryPattern = "C[A]NARY";

export interface HostilePlace extends OutriderKit {
  readonly home: string;
  readonly config: string;
  readonly sibling: string;
}

const secretFiles = [...credentialFiles, ...Object.keys(maskedFiles)];

/** Paths below the project that nobody may change, whatever is tried. */
export const protectedFiles: readonly string[] = [
  ...secretFiles,
  ".git/config",
  ".git/HEAD",
  ".git/hooks/pre-commit",
  ".outrider/project.toml",
];

/** A project full of traps, beside a home, a sibling and settings that are out of reach; all of Outrider over it. */
export async function openHostilePlace(options: KitOptions = {}): Promise<HostilePlace> {
  const kit = await openKit(projectFiles(), {
    settings: `# ${canary}\n[security]\nread_only = false\n`,
    ...options,
    prepare: plant,
  });
  return { ...kit, ...besides(kit.base) };
}

function besides(base: string) {
  return { home: join(base, "home"), config: join(base, "config"), sibling: join(base, "project-evil") };
}

function projectFiles(): Record<string, string> {
  const secrets = Object.fromEntries(credentialFiles.map((name) => [name, `token ${canary}\n`]));
  return {
    "src/a.ts": "export const one = 1;\nexport function two() {\n  return 2;\n}\n",
    "src/deep/b.ts": "export const three = 3;\n",
    "README.md": "# Title\n\nHello\n",
    ...secrets,
    ...maskedFiles,
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/config": "[core]\n\tbare = false\n",
    ".git/hooks/pre-commit": "#!/bin/sh\n",
    ".outrider/project.toml": '[project]\nname = "hostile"\n',
  };
}

/** Runs before Outrider opens the place. */
function plant({
  base,
  root,
  outside,
}: {
  readonly base: string;
  readonly root: string;
  readonly outside: string;
}): void {
  const { home, config, sibling } = besides(base);
  // Both are asked for by the process's own environment.
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", config);
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFiles(outside, {
    "secret.txt": `${canary}\n`,
    "dir/inner.txt": `${canary}\n`,
    "package.json": JSON.stringify({ name: canary, version: "1.0.0" }),
    "README.md": `# ${canary}\n\n${canary}\n`,
    "shared.txt": "shared by a hard link\n",
  });
  writeFiles(sibling, { "secret.txt": `${canary}\n`, "package.json": "{}\n" });
  writeFiles(home, { ".ssh/id_rsa": `${canary}\n`, ".bash_history": `${canary}\n`, x: `${canary}\n` });
  for (const [name, target] of Object.entries(links({ root, outside }))) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    symlinkSync(target, join(root, name));
  }
  linkSync(join(outside, "shared.txt"), join(root, "hard.txt"));
  execFileSync("mkfifo", [join(root, "pipe")]);
  const server = createServer().listen(join(root, "socket"));
  onTestFinished(() => void server.close());
  writeFileSync(join(base, "project.txt"), canary);
}

/** Name in the project → where it leads. */
function links({ root, outside }: { readonly root: string; readonly outside: string }): Record<string, string> {
  return {
    "link-file": "../outside/secret.txt",
    "link-dir": "../outside",
    "link-absolute": join(outside, "secret.txt"),
    "src/link-up": "../../outside/secret.txt",
    dangling: "../outside/not-there",
    "dangling-dir": "../outside/nowhere/deeper",
    "chain-1": "chain-2",
    "chain-2": "src/chain-3",
    "src/chain-3": "../../outside/secret.txt",
    "loop-1": "loop-2",
    "loop-2": "loop-1",
    "self-loop": "self-loop",
    up: "..",
    slash: "/",
    here: ".",
    "notes.txt": ".env",
    "key.txt": "id_rsa",
    "keys-dir": ".ssh",
    "settings.txt": "../config/outrider/config.toml",
    "project-settings": ".outrider/project.toml",
    "git-link": ".git",
    "hook-link": ".git/hooks/pre-commit",
    zero: "/dev/zero",
    null: "/dev/null",
    environ: "/proc/self/environ",
    "own-fd": "/proc/self/fd/0",
    "proc-root": "/proc/self/root",
    "inner-link.ts": "src/a.ts",
    "inner-dir": "src",
    "absolute-inner.ts": join(root, "src", "a.ts"),
    ".env.link": "src/a.ts",
    "case-link": ".ENV",
  };
}
