import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { createAskToWrite } from "../../workspace/paths/ask-to-write.ts";
import { createInspector } from "./inspector.ts";

function openInspector() {
  const { root, base, temp } = makeTempPlace({
    "a.txt": "",
    "tasks.json": "",
    "CLAUDE.md": "",
    ".vscode/x": "",
    "src/a.ts": "",
    "docs/x": "",
  });
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  if (process.platform !== "win32") {
    symlinkSync(".vscode", join(root, "editor"));
    symlinkSync("docs/guide.md", join(root, "GEMINI.md"));
  }
  writeFileSync(join(root, "docs/guide.md"), "");
  const inspect = createInspector({
    isSecret: () => false,
    askToWrite: (cwd) => createAskToWrite({ ask: ["deploy/*.sh"], unasked: [".travis.yml"] }, cwd),
    isPosix: true,
    home: join(base, "home"),
    temp: [temp],
  });
  return (command: string) => inspect(command, root);
}

test
  .skipIf(process.platform === "win32")
  .each([
    "echo x > CLAUDE.md",
    "echo x >> claude.md",
    "cat a.txt > .github/workflows/ci.yml",
    "cd src && echo x > AGENTS.md",
    "echo x | tee -a .husky/pre-commit",
    "cp a.txt .mcp.json",
    "cp tasks.json .vscode",
    "cp tasks.json .vscode/",
    "cp -t .vscode tasks.json",
    "cp tasks.json editor/",
    "cp a.txt node_modules/.bin/git",
    "cp -r src .claude",
    "mv a.txt .cursor/mcp.json",
    "mv CLAUDE.md old.md",
    "mv src .github",
    "ln -s a.txt CLAUDE.local.md",
    "ln -s src .vscode2 && ln -s ../src .zed",
    "ln -sfn src .devcontainer",
    "install -m 755 a.txt .githooks/pre-push",
    "rsync -t a.txt .gitattributes",
    "sed -i s/a/b/ CLAUDE.md",
    "sed -n 'w .mcp.json' a.txt",
    `awk '{ print > ".envrc" }' a.txt`,
    "perl -pi -e s/a/b/ .gitlab-ci.yml",
    "rm CLAUDE.md",
    "touch .claude/settings.json",
    "curl -o .mcp.json http://localhost/x",
    "sort -o .tool-versions a.txt",
    "tar -xf a.tar -C .github/workflows",
    "echo x > docs/guide.md",
    "echo x > deploy/run.sh",
    "bash -c 'echo x > .mcp.json'",
  ])("asks before a file that runs later is written: %s", async (command) => {
  const { dangerous, reasons, remaining } = await openInspector()(command);
  expect(dangerous).toBe(true);
  expect(remaining.join("\n"), "in a sandbox").toContain("Writes a file that runs later");
  expect(reasons.join("\n")).toContain("Writes a file that runs later");
});

test
  .skipIf(process.platform === "win32")
  .each([
    "cat CLAUDE.md",
    "cat < CLAUDE.md",
    "cp CLAUDE.md notes.md",
    "cp CLAUDE.md docs.txt && grep x .github/workflows/ci.yml",
    "sed -n 1,3p .mcp.json",
    "mkdir -p .claude .github/workflows",
    "cp a.txt .vscode/",
    "cp tasks.json src/",
    "echo x > docs/x",
    "echo x > .travis.yml",
    "echo x > deploy/run.txt",
    "npm ci && python -m venv .venv",
    "node_modules/.bin/tsc -p . > out.txt",
    "diff AGENTS.md CLAUDE.md > changes.txt",
  ])("does not ask before: %s", async (command) => {
  expect(await openInspector()(command)).toEqual({ dangerous: false, reasons: [], remaining: [] });
});
