import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve, dirname } from "node:path";
import { type Command, exitCodes, usageError } from "../cli/command.ts";
import { commandLine } from "../cli/shell-quote.ts";
import { shortPath, type ModuleSearch } from "./find-module.ts";
import { requireToolName, toIdentifier } from "./tool-name.ts";

interface NewFile {
  readonly path: string;
  readonly text: string;
}

export interface NewCommandOptions extends ModuleSearch {
  /** The directory with the template of a new tool; `__name__` stands for the name. */
  readonly template: string;
}

/** `new` creates the directory of a tool. It changes no existing file. */
export function createNewCommand({ program, cwd, template }: NewCommandOptions): Command {
  return {
    name: "new",
    usage: "NAME [--dir DIR]",
    summary: "Make the directory of a new tool, with a test that passes",
    flags: { dir: { type: "string", value: "DIR", summary: "Where tools live; tools unless told" } },
    takes: [1, 1],
    async run({ positionals: [given = ""], values }, terminal) {
      const name = requireToolName(given);
      const parent = resolve(cwd, values["dir"] ?? "tools");
      const files = await fillTemplate(template, name, join(parent, name));
      const existing = findExisting(files);
      if (existing !== undefined) {
        const path = shortPath(existing, cwd);
        throw usageError(`Nothing was made: ${path} exists. Remove it, or choose another name or --dir.`);
      }
      const list = listFile(parent, name);
      const makesList = findExisting([list]) === undefined;
      writeFiles(makesList ? [...files, list] : files);
      const names = files.map((file) => shortPath(file.path, join(parent, name)));
      const where = { tool: shortPath(join(parent, name), cwd), list: shortPath(list.path, cwd) };
      await terminal.print(renderSteps(program, name, where, names, makesList));
      return exitCodes.ok;
    },
  };
}

async function fillTemplate(template: string, name: string, directory: string): Promise<readonly NewFile[]> {
  const fileNames = (await readdir(template)).sort();
  return await Promise.all(
    fileNames.map(async (fileName) => ({
      path: join(directory, fileName.replaceAll("__name__", name)),
      text: (await readFile(join(template, fileName), "utf8")).replaceAll("__name__", name),
    })),
  );
}

function listFile(parent: string, name: string): NewFile {
  const text = `${importLine(name)}\n\n// Every tool by hand, sorted by name.\nconst tools = [${toIdentifier(name)}] as const;\n\nexport default tools;\n`;
  return { path: join(parent, "index.ts"), text };
}

function importLine(name: string): string {
  return `import ${toIdentifier(name)} from "./${name}/index.ts";`;
}

function renderSteps(
  program: string,
  name: string,
  where: { readonly tool: string; readonly list: string },
  files: readonly string[],
  madeList: boolean,
): string {
  const from = where.list === join("tools", "index.ts") ? [] : ["--from", where.list];
  const register = madeList
    ? `It is registered in ${where.list}, which was made too.`
    : `Register it in ${where.list}: ${importLine(name)} and ${toIdentifier(name)} in the array.`;
  return [
    `Made ${where.tool}: ${files.join(", ")}`,
    `  1. ${register}`,
    `  2. Make it yours, then test it: ${commandLine(program, "test", name, ...from)}`,
    `  3. Call it: ${commandLine(program, "call", name, JSON.stringify({ text: "To be or not to be" }), ...from)}`,
  ].join("\n");
}

function findExisting(files: readonly NewFile[]): string | undefined {
  return files.find((file) => existsSync(file.path))?.path;
}

/** Never overwrites a file, even one that appeared a moment ago. */
function writeFiles(files: readonly NewFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: "wx" });
  }
}
