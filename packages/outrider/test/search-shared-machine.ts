import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { makeHome, packageRoot } from "./support/outrider-process.ts";
import { writeFiles } from "./support/temp-project.ts";

export interface Shown {
  readonly file: string;
  readonly lines: string;
  readonly score: number;
}

export interface Found {
  readonly hits: readonly Shown[];
  /** What the answer says that it does not rest on. */
  readonly partial: readonly string[];
}

export interface Known {
  readonly model: string;
  readonly embedded: number;
  readonly contents: number;
  readonly problem: string | undefined;
}

/** A person's machine: settings, state and a clone of its own, and the program started by a client. */
export interface Machine {
  search(query: string): Promise<Found>;
  index(action: "build" | "status"): Promise<Known>;
  /** What a pull, or a person, brings into the clone. */
  write(files: Readonly<Record<string, string>>): void;
}

export interface MachineOptions {
  readonly files: Readonly<Record<string, string>>;
  /** The user's own settings. */
  readonly settings?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const found = z.looseObject({
  hits: z.array(z.looseObject({ file: z.string(), lines: z.string(), score: z.number() })),
  partial: z.array(z.string()).default([]),
});
const known = z.looseObject({
  search: z.looseObject({
    model: z.string(),
    embedded: z.int(),
    contents: z.int(),
    problem: z.string().optional(),
  }),
});

export async function openMachine({ files, settings = "", env = {} }: MachineOptions): Promise<Machine> {
  const home = makeHome();
  const project = join(home.home, "project");
  writeFiles(project, { ".git/HEAD": "ref: refs/heads/main\n", ...files });
  const places = { XDG_CONFIG_HOME: join(home.home, "config"), XDG_STATE_HOME: join(home.home, "state") };
  writeFiles(places.XDG_CONFIG_HOME, { "outrider/config.toml": settings });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(packageRoot, "bin", "outrider.js"), "serve", "--structured", "--project", project],
    cwd: project,
    env: { PATH: process.env["PATH"] ?? "", ...home.env, ...places, ...env },
    stderr: "ignore",
  });
  const client = new Client({ name: "machine", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(async () => await client.close());

  async function call(name: string, input: Record<string, unknown>): Promise<unknown> {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
    if (isError === true) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
    return structuredContent;
  }

  return {
    async search(query) {
      const { hits, partial } = found.parse(await call("semantic_search", { query }));
      return { hits: hits.map(({ file, lines, score }) => ({ file, lines, score })), partial };
    },
    async index(action) {
      const { model, embedded, contents, problem } = known.parse(await call("index", { action })).search;
      return { model, embedded, contents, problem };
    },
    write: (more) => writeFiles(project, more),
  };
}
