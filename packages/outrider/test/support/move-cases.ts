import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { openKit, type OutriderKit } from "./outrider-kit.ts";

export interface MoveCase {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly symbol?: string;
  readonly to: string;
  readonly unproven?: "leave";
  /** All that is different afterwards; null: gone. */
  readonly after?: Readonly<Record<string, string | null>>;
  /** Code of the refusal; nothing may be different then. */
  readonly refused?: string;
  /** Texts of the answer. */
  readonly says?: readonly string[];
}

/** Every case in a directory of its own, in one project; resolves to what is wrong, by title. */
export async function runMoves(
  cases: readonly MoveCase[],
  {
    shared = {},
    prefix = "case",
  }: { readonly shared?: Readonly<Record<string, string>>; readonly prefix?: string } = {},
): Promise<OutriderKit> {
  const directory = (index: number): string => `${prefix}${index}`;
  const files = cases.flatMap((each, index) =>
    Object.entries(each.files).map(([path, text]) => [`${directory(index)}/${path}`, text] as const),
  );
  const kit = await openKit({ ...shared, ...Object.fromEntries(files) });
  for (const [index, each] of cases.entries()) await runMove(kit, directory(index), each);
  return kit;
}

async function runMove(kit: OutriderKit, directory: string, each: MoveCase): Promise<void> {
  const { title, files, path, symbol, to, unproven, after = {}, refused, says = [] } = each;
  const outcome = await kit.call("edit_code", {
    action: "move",
    ...(path === undefined ? {} : { path: `${directory}/${path}` }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(unproven === undefined ? {} : { unproven }),
    new_name: `${directory}/${to}`,
    wait: 0,
  });
  const text = outcome.status === "ok" ? outcome.text : outcome.error.message;
  const code = outcome.status === "tool_error" ? outcome.error.code : undefined;
  expect.soft({ title, status: outcome.status, code, text }).toMatchObject({
    title,
    status: refused === undefined ? "ok" : "tool_error",
    code: refused,
  });
  for (const said of says) expect.soft(text, title).toContain(said);
  const expected = Object.entries({ ...files, ...after }).filter(([, content]) => content !== null);
  expect
    .soft({ title, files: readAll(join(kit.root, directory)) })
    .toEqual({ title, files: Object.fromEntries(expected) });
}

export function readAll(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(directory.length + 1).replaceAll("\\", "/"), readFileSync(path, "utf8")];
    }),
  );
}

const run = promisify(execFile);

/** What a program says that ends in failure; "" when all is well. */
export async function complaintsOf(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    await run(program, [...args], { cwd, env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });
    return "";
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Not every machine has every compiler.
    if ("code" in error && error.code === "ENOENT") return "";
    return "stdout" in error ? `${String(error.stdout)}\n${error.message}` : error.message;
  }
}

/** The compiler of this repository over a project; `settings` beside those that every project here has. */
export async function typeErrors(root: string, args: readonly string[] = []): Promise<string> {
  const program = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
  expect(existsSync(program)).toBe(true);
  return await complaintsOf(program, ["--noEmit", "--pretty", "false", ...args], root);
}
