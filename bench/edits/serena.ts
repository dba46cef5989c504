/**
 * Serena over stdio, from a checkout with a virtual environment in `venv`. Its tools have no counterpart for some of the cases;
 * those do not count for it.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { CaseInput } from "../../packages/outrider/test/corruption/case.ts";
import { type Contestant, patienceMs, textOf } from "./contestant.ts";

/** Languages whose servers it can start from what npm and the PATH have. */
const serverIds: Readonly<Record<string, string>> = {
  typescript: "typescript",
  tsx: "typescript",
  javascript: "typescript",
  python: "python",
  go: "go",
  rust: "rust",
  php: "php",
  bash: "bash",
};

export function openSerena(checkout: string): Contestant {
  return {
    title: "Serena",
    speaks: (language) => serverIds[language] !== undefined,
    does: (input) => toolCall(input) !== undefined,
    async open(root, language) {
      mkdirSync(join(root, ".serena"), { recursive: true });
      const id = serverIds[language] ?? language;
      writeFileSync(join(root, ".serena/project.yml"), `project_name: bench\nlanguage_servers: ["${id}"]\n`);
      const client = await connect(checkout, root);
      const call: CallTool = async (name, input) => {
        const answer = await client
          .callTool({ name, arguments: input }, undefined, { timeout: patienceMs })
          .catch((error: unknown) => ({ isError: true, content: [{ type: "text", text: String(error) }] }));
        const text = textOf(answer);
        return { text, failed: answer.isError === true || /^Error\b/.test(text) };
      };
      return {
        root,
        async edit(input) {
          const asked = toolCall(input);
          if (asked === undefined) throw new Error("Nobody should ask for this.");
          const body = await adaptBody(root, input, asked, call);
          const { text, failed } = await call(asked.name, { ...asked.input, ...(body === undefined ? {} : { body }) });
          // Symbols that are still used are listed in the place of an answer.
          const isRefused = failed || (asked.name === "safe_delete_symbol" && /referenc/i.test(text));
          return isRefused ? { code: "", message: text } : undefined;
        },
        close: () => client.close(),
      };
    },
  };
}

async function connect(checkout: string, root: string): Promise<Client> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const start = ["-c", "from serena.cli import top_level; top_level()", "start-mcp-server", "--project", root];
  const env = { ...plainEnvironment(), PYTHONPATH: join(checkout, "src"), SERENA_USAGE_REPORTING: "false" };
  await client.connect(
    new StdioClientTransport({
      command: join(checkout, "venv/bin/python"),
      args: [...start, "--context", "ide", "--enable-web-dashboard", "False", "--enable-gui-log-window", "False"],
      cwd: root,
      stderr: "ignore",
      env,
    }),
    { timeout: patienceMs },
  );
  return client;
}

type CallTool = (
  name: string,
  input: Record<string, unknown>,
) => Promise<{ readonly text: string; readonly failed: boolean }>;

interface ToolCall {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** Undefined where it has no tool for it. */
function toolCall(input: CaseInput): ToolCall | undefined {
  const { action, path, symbol, body, part, position = "after", new_name: newName } = input;
  if (path === undefined || symbol === undefined || !onlyPlain(input)) return undefined;
  const at = { name_path: symbol, relative_path: path };
  if (action === "replace" && part === undefined) return { name: "replace_symbol_body", input: { ...at, body } };
  if (action === "insert" && position === "after") return { name: "insert_after_symbol", input: { ...at, body } };
  if (action === "insert" && position === "before") return { name: "insert_before_symbol", input: { ...at, body } };
  if (action === "remove" && part === undefined) {
    return { name: "safe_delete_symbol", input: { name_path_pattern: symbol, relative_path: path } };
  }
  if (action === "rename") return { name: "rename_symbol", input: { ...at, new_name: newName } };
  return undefined;
}

const plainFields = new Set(["action", "path", "symbol", "body", "position", "new_name"]);

function onlyPlain(input: CaseInput): boolean {
  return Object.keys(input).every((key) => plainFields.has(key));
}

/**
 * Its description demands to look first at what it takes for the body, which leaves `export const` and `;` out. An agent that does
 * so sends the new text without them, too, and so do we.
 */
async function adaptBody(
  root: string,
  { path, symbol, body }: CaseInput,
  { name }: ToolCall,
  call: CallTool,
): Promise<string | undefined> {
  if (name !== "replace_symbol_body" || typeof body !== "string") return undefined;
  const seen = await call("find_symbol", { name_path_pattern: symbol, relative_path: path, include_body: true });
  const old = seen.failed ? undefined : bodyIn(seen.text);
  if (old === undefined) return undefined;
  const text = readFileSync(join(root, String(path)), "utf8");
  const at = text.indexOf(old);
  if (at === -1) return undefined;
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at).trim();
  const behind = text.slice(at + old.length).charAt(0);
  const headless = before !== "" && body.startsWith(before) ? body.slice(before.length).trimStart() : body;
  const isEnd = (behind === ";" || behind === ",") && headless.endsWith(behind);
  return isEnd ? headless.slice(0, -1) : headless;
}

function bodyIn(text: string): string | undefined {
  try {
    const found: unknown = JSON.parse(text);
    const [first] = Array.isArray(found) ? found : [];
    const { body } = (first ?? {}) as { readonly body?: unknown };
    return typeof body === "string" ? body : undefined;
  } catch {
    return undefined;
  }
}

/** It installs its own servers, so it needs what npm needs. */
function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
