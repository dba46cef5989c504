import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import { makeTempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import type { ServerSpec } from "../../languages/server-spec.ts";
import { serverSpecs } from "../../languages/servers.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { LanguageServer, Position } from "./language-server.ts";
import type { ServerLimits } from "./server-limits.ts";
import { startServer } from "./start-server.ts";
import { pathOfUri, uriOf } from "./uri.ts";

export const { signal } = new AbortController();

export interface ServerKit {
  readonly server: LanguageServer;
  readonly root: string;
  path(name: string): string;
  write(files: Readonly<Record<string, string>>): void;
  /** `a.ts:1:6` for each location of the answer, sorted; lines from 1, columns from 0, paths relative to the root. */
  ask(method: string, name: string, position: Position, more?: object): Promise<readonly string[]>;
  references(name: string, position: Position): Promise<readonly string[]>;
}

export interface KitOptions {
  readonly spec: ServerSpec;
  readonly program: { readonly file: string; readonly args: readonly string[] };
  readonly files?: Readonly<Record<string, string>>;
  readonly limits?: Partial<ServerLimits>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A running server with its own project; it ends with the test. */
export async function startKit(options: KitOptions): Promise<ServerKit> {
  const { spec, program, files = {} } = options;
  const { root } = makeTempPlace(files);
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const facts = { root, read: () => undefined, trusted: false };
  const settings = options.settings ?? spec.settings?.(facts) ?? {};
  const { env } = options;
  const wanted = { spec, root, ...program, options: spec.options?.(facts), settings, ...(env ? { env } : {}) };
  const readText = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);
  const limits = options.limits ?? {};
  const start = { wanted, processes: runner.openScope(), readText, limits };
  const server = await startServer(start, { signal: options.signal ?? signal });
  onTestFinished(() => server.stop());

  const path = (name: string): string => join(root, name).replaceAll("\\", "/");
  const ask: ServerKit["ask"] = async (method, name, position, more = {}) => {
    const params = { textDocument: { uri: uriOf(path(name)) }, position, ...more };
    return readPlaces(await server.request(method, params, { signal }), root);
  };
  return {
    server,
    root,
    path,
    write: (changed) => writeFiles(root, changed),
    ask,
    references: (name, position) =>
      ask("textDocument/references", name, position, { context: { includeDeclaration: true } }),
  };
}

/** One of the servers among the development dependencies. */
export function installed(id: string): Pick<KitOptions, "spec" | "program"> {
  const spec = serverSpecs.find((each) => each.id === id);
  const npm = spec?.program.npm;
  if (spec === undefined || npm === undefined) throw new Error(`There is no npm package of ${id}.`);
  const native = npm.native?.(process.platform, process.arch);
  const directory = dirname(require.resolve(`${native?.package ?? npm.package}/package.json`));
  const { args } = spec.program;
  if (native !== undefined) return { spec, program: { file: join(directory, native.path), args } };
  return { spec, program: { file: process.execPath, args: [join(directory, npm.entry), ...args] } };
}

const require = createRequire(import.meta.url);

function readPlaces(answer: unknown, root: string): readonly string[] {
  const list: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  return list
    .filter(isRecord)
    .map((each) => {
      const path = pathOfUri(String(each["uri"] ?? each["targetUri"]))?.slice(root.length + 1);
      const range = each["range"] ?? each["targetSelectionRange"];
      const start = isRecord(range) && isRecord(range["start"]) ? range["start"] : {};
      return `${path}:${Number(start["line"]) + 1}:${Number(start["character"])}`;
    })
    .toSorted();
}
