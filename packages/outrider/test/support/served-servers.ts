import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { repositoryRoot } from "./outrider-process.ts";
import type { ServedOutrider } from "./served-outrider.ts";
import { writeFiles } from "./temp-project.ts";

/** A small project whose language servers are the test's own. */
export const faultyProject = {
  "package.json": '{ "name": "faulty" }\n',
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
  "src/target.ts": "export function target(): number {\n  return 1;\n}\n",
  "src/first.ts": 'import { target } from "./target.js";\nexport const first = target();\n',
  "src/second.ts": 'import { target } from "./target.js";\nexport const second = target() + target();\n',
};

/** The longest that a call may take with a server that does nothing at all. */
const boundMs = 25_000;

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** The programs of the development packages, started with the Node that runs this. */
export function installed(): Readonly<Record<string, Program>> {
  const node = (...args: readonly string[]): Program => {
    const [script = "", ...rest] = args;
    return { file: process.execPath, args: [join(repositoryRoot, "node_modules", script), ...rest] };
  };
  return {
    typescript: node("typescript/bin/tsc", "--lsp", "--stdio"),
    pyright: node("pyright/langserver.index.js", "--stdio"),
    bash: node("bash-language-server/out/cli.js", "start"),
    yaml: node("yaml-language-server/bin/yaml-language-server", "--stdio"),
    json: node("vscode-langservers-extracted/bin/vscode-json-language-server", "--stdio"),
  };
}

/** Settings of a person who has told which programs to use. */
export function settingsFor(programs: Readonly<Record<string, Program>>): Readonly<Record<string, string>> {
  const config = realpathSync(mkdtempSync(join(tmpdir(), "outrider-settings-")));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  const lines = Object.entries(programs).flatMap(([id, { file, args }]) => [
    `[servers.use.${id}]`,
    `command = ${JSON.stringify(file)}`,
    `args = ${JSON.stringify(args)}`,
  ]);
  writeFiles(config, { "outrider/config.toml": `${lines.join("\n")}\n` });
  return { XDG_CONFIG_HOME: config, APPDATA: config };
}

/** The answer to a call that was started, as JSON. */
export async function answerTo(served: ServedOutrider, id: string): Promise<string> {
  const { result, error } = await served.answers.find((answer) => answer.id === id, boundMs);
  return JSON.stringify(result ?? error);
}
