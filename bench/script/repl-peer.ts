/**
 * The same operations in a script of Outrider and in Serena's REPL, each over MCP stdio on a copy of one source folder: the bodies of a
 * symbol, one after the other, and the uses of it. Both are started once a round; cold is the first request.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

interface ReplTimes {
  readonly who: string;
  readonly cold: number[];
  readonly bodies: number[];
  readonly uses: number[];
}

/** Runs code in a fresh server and returns what it answers. */
type RunCode = (code: string) => Promise<string>;

interface Contender {
  readonly who: string;
  readonly command: string;
  readonly args: (root: string) => readonly string[];
  readonly start: (client: Client) => Promise<RunCode>;
  readonly bodies: string;
  readonly uses: string;
}

const patienceMs = 300_000;
const symbol = "createKernel";

export async function compareRepls(
  repository: string,
  { serena, rounds, calls }: { readonly serena: string; readonly rounds: number; readonly calls: number },
): Promise<readonly ReplTimes[]> {
  const contenders = [outrider(repository, calls), serenaRepl(serena, calls)];
  const times = contenders.map(({ who }): ReplTimes => ({ who, cold: [], bodies: [], uses: [] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, contender] of contenders.entries()) {
      const into = times[index];
      if (into !== undefined) await measure(contender, repository, into);
    }
  return times;
}

async function measure(contender: Contender, repository: string, times: ReplTimes): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "outrider-bench-repl-")));
  cpSync(join(repository, "packages/toolwright/src"), join(root, "src"), { recursive: true });
  mkdirSync(join(root, ".git"));
  mkdirSync(join(root, ".serena"));
  writeFileSync(join(root, ".serena/project.yml"), 'project_name: bench\nlanguage_servers: ["typescript"]\n');
  const client = new Client({ name: "bench", version: "1.0.0" });
  const env = {
    ...inherited(),
    SERENA_HOME: join(root, ".home"),
    SERENA_USAGE_REPORTING: "false",
    XDG_STATE_HOME: join(root, ".state"),
  };
  const { command } = contender;
  await client.connect(
    new StdioClientTransport({ command, args: [...contender.args(root)], cwd: root, stderr: "ignore", env }),
    {
      timeout: patienceMs,
    },
  );
  try {
    const run = await contender.start(client);
    const one = async (code: string, into: number[]): Promise<void> => {
      const startedAt = performance.now();
      const answer = await run(code);
      into.push(performance.now() - startedAt);
      if (!/[1-9]/.test(answer)) throw new Error(`${contender.who} found nothing: ${answer.slice(0, 200)}`);
    };
    await one(contender.bodies, times.cold);
    await one(contender.bodies, times.bodies);
    await one(contender.uses, times.uses);
  } finally {
    await client.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function outrider(repository: string, calls: number): Contender {
  return {
    who: "Outrider's script",
    command: process.execPath,
    args: () => [join(repository, "packages/outrider/bin/outrider.js"), "serve", "--profile", "script"],
    start: async (client) => await Promise.resolve(async (code) => await call(client, "script", { code })),
    bodies: `let n = 0; for (let i = 0; i < ${calls}; i++) n += (await body("${symbol}")).length; return n`,
    uses: `return (await uses("${symbol}")).length`,
  };
}

function serenaRepl(program: string, calls: number): Contender {
  const fixed = ["--agent-interface", "REPL", "--context", "ide", "--enable-web-dashboard", "False"];
  return {
    who: "Serena's REPL",
    command: program,
    args: (root) => ["start-mcp-server", "--project", root, ...fixed, "--enable-gui-log-window", "False"],
    start: async (client) => {
      const manual = await call(client, "initial_instructions", {});
      const session = /session id is `(\w+)`/.exec(manual)?.[1];
      return async (code) => await call(client, "serena_repl", { session, code });
    },
    bodies: `sum(len(str(s.lsp.find_symbol("${symbol}", include_body=True))) for _ in range(${calls}))`,
    uses: `len(str(s.lsp.find_referencing_symbols("${symbol}", "src/call/kernel.ts")))`,
  };
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const result = await client.callTool({ name, arguments: input }, undefined, { timeout: patienceMs });
  const text = JSON.stringify(result.content);
  if (result.isError === true) throw new Error(`${name} failed: ${text.slice(0, 500)}`);
  return text;
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
