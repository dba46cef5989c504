/** The built Outrider server over stdio, asked by the official SDK's client. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Answer, Contestant } from "./contestant.ts";
import { failed, patienceMs } from "./contestant.ts";
import type { Program } from "./programs.ts";

// Of several servers for a language, only the one that the raw client drives too.
const alternatives = ["typescript", "vtsls", "pyright", "basedpyright", "ty", "gopls"];

export function openOurs(server: string): Contestant {
  return {
    id: "ours",
    title: "Outrider",
    async open({ root, scratch, program }) {
      const client = new Client({ name: "bench", version: "1.0.0" });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [server, "serve", "--project", root],
        stderr: "ignore",
        env: { ...getDefaultEnvironment(), ...writeSettings(scratch, program) },
      });
      await client.connect(transport);
      return {
        ask: async ({ name, file }) => {
          const input = { name: "references", arguments: { symbol: name, path: file, limit: 1000 } };
          return await client
            .callTool(input, undefined, { timeout: patienceMs, resetTimeoutOnProgress: true })
            .then(readAnswer, failed);
        },
        close: () => client.close(),
      };
    },
  };
}

/** Settings and state of their own, so that each start is a first one whatever the machine's user has. */
function writeSettings(scratch: string, { id, command, args }: Program): Record<string, string> {
  const off = alternatives.filter((other) => other !== id);
  mkdirSync(join(scratch, "outrider"), { recursive: true });
  writeFileSync(
    join(scratch, "outrider/config.toml"),
    `[servers]\noff = ${JSON.stringify(off)}\n[servers.use.${id}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  );
  const [config, state] =
    process.platform === "win32" ? ["APPDATA", "LOCALAPPDATA"] : ["XDG_CONFIG_HOME", "XDG_STATE_HOME"];
  return { [config]: scratch, [state]: join(scratch, "state") };
}

/** From the text that a model reads: the first line says how it is known, a file's lines stand below its name. */
function readAnswer(result: unknown): Answer {
  const { isError, content = [] } = result as { isError?: boolean; content?: readonly { text?: string }[] };
  const text = content.map(({ text = "" }) => text).join("\n");
  const lines = text.split("\n");
  const known = /, (complete|partial|syntactic)(?: by [^:]*)?(?:: (.*))?/.exec(lines[0] ?? "");
  const mark = marks.find((each) => each === known?.[1]);
  if (isError === true || mark === undefined) return failed(text);
  const why = mark === "partial" ? known?.[2] : /No language server: [^.]*\./.exec(lines[1] ?? "")?.[0];
  const places = new Set<string>();
  let file = "";
  for (const [at, line] of lines.entries()) {
    const row = /^[ ~](\d+): /.exec(line);
    if (row !== null) places.add(`${file}:${row[1]}`);
    else if (/^[ ~]\d+: /.test(lines[at + 1] ?? "")) file = line;
  }
  return { places, mark, ...(why === undefined ? {} : { why }) };
}

const marks = ["complete", "partial", "syntactic"] as const;
