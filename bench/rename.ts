/**
 * A function used in 200 files gets another name: `edit_code` of the built server over MCP, against what an agent does without
 * it: ripgrep, then for each file a read and an edit call. Tokens are o200k_base's, of what the model writes and reads; the time
 * of the other way is that of ripgrep, reads and writes alone, without the turns of a model in between. The compiler has to
 * accept the outcome, and both ways have to give the same files.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { countTokens } from "toolwright";
import { createProcessRunner } from "toolwright/process";
import { createPlainMeter } from "../packages/outrider/src/cli/demo/plain-cost.ts";
import { connectServer } from "../packages/outrider/src/cli/connect-server.ts";

const [users = 200, rounds = 3] = process.argv.slice(3).map(Number);
// This script runs from a folder below bench/.
const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const compiler = join(repository, "node_modules/typescript/bin/tsc");
const oldName = "computeTotal";
const newName = "sumOfOrders";
const { signal } = new AbortController();
const processes = createProcessRunner();
const folder = mkdtempSync(join(tmpdir(), "rename-bench-"));
try {
  for (let round = 1; round <= rounds; round += 1) await compare(join(folder, String(round)));
} finally {
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(root: string): Promise<void> {
  const [ours, plain] = [join(root, "ours"), join(root, "plain")];
  writeProject(ours);
  cpSync(ours, plain, { recursive: true });
  const one = await renameWithUs(ours);
  const other = await renameByHand(plain);
  const differing = readdirSync(join(ours, "src")).filter(
    (name) => readFileSync(join(ours, "src", name), "utf8") !== readFileSync(join(plain, "src", name), "utf8"),
  );
  if (differing.length > 0)
    throw new Error(`The two ways differ in ${differing.length} files, such as ${differing[0]}.`);
  execFileSync(process.execPath, [compiler, "--noEmit", "-p", ours], { stdio: "inherit" });
  const ratio = (other.tokens / one.tokens).toFixed(0);
  console.log(
    `${users} files: edit_code ${one.tokens} tokens, ${one.ms} ms (dry run ${one.dryMs} ms, server cold ${one.coldMs} ms until it answers); ` +
      `grep, read and rewrite ${other.tokens} tokens in ${other.calls} calls, ${other.ms} ms of disk work; ${ratio}× the tokens`,
  );
  if (process.argv.includes("--show")) console.log(one.text);
}

function writeProject(root: string): void {
  const source = join(root, "src");
  mkdirSync(source, { recursive: true });
  const options = {
    strict: true,
    noEmit: true,
    module: "nodenext",
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  writeFileSync(join(root, "package.json"), JSON.stringify({ name: "orders", type: "module", private: true }));
  writeFileSync(
    join(source, "core.ts"),
    `export interface Order {\n  readonly price: number;\n}\n\n/** All prices together. */\nexport function ${oldName}(orders: readonly Order[]): number {\n  return orders.reduce((sum, { price }) => sum + price, 0);\n}\n`,
  );
  for (let index = 0; index < users; index += 1) writeFileSync(join(source, `user${index}.ts`), userText(index));
}

function userText(index: number): string {
  return `import { type Order, ${oldName} } from "./core.ts";

export class Basket${index} {
  readonly #orders: Order[] = [];

  add(order: Order): void {
    this.#orders.push(order);
  }

  total(): number {
    return ${oldName}(this.#orders);
  }

  describe(): string {
    const total = ${oldName}(this.#orders);
    return total === 0 ? "nothing" : \`\${this.#orders.length} orders for \${total}\`;
  }
}

export const empty${index} = ${oldName}([]);
`;
}

async function renameWithUs(root: string) {
  const place = { cwd: root, version: "", packageRoot: join(repository, "packages", "outrider"), env: process.env };
  const server = await connectServer(place, { project: root, readOnly: false, processes, signal });
  try {
    const input = { action: "rename", path: "src/core.ts", symbol: oldName, new_name: newName };
    const cold = await server.call("references", { path: "src/core.ts", symbol: oldName, wait: 40 });
    const dry = await server.call("edit_code", { ...input, dry_run: true });
    const answer = await server.call("edit_code", input);
    for (const { failed, text } of [cold, dry, answer]) if (failed) throw new Error(text);
    const tokens = answer.tokens + (await countTokens(JSON.stringify(input)));
    const [ms, dryMs, coldMs] = [answer, dry, cold].map((each) => Math.round(each.ms));
    return { tokens, ms, dryMs, coldMs, text: answer.text };
  } finally {
    await server.close();
  }
}

/** One search, then a read and an edit for each file, each edit as short as it can be. */
async function renameByHand(root: string) {
  const scope = processes.openScope();
  const measure = createPlainMeter(root, scope, signal);
  const found = await measure({ search: ["-n", "-w", oldName] });
  let { tokens, ms } = found;
  const names = readdirSync(join(root, "src"));
  for (const name of names) {
    const file = `src/${name}`;
    const read = await measure({ file });
    const call = { path: file, old_string: oldName, new_string: newName, replace_all: true };
    const startedAt = performance.now();
    writeFileSync(join(root, file), readFileSync(join(root, file), "utf8").replaceAll(oldName, newName));
    ms += read.ms + performance.now() - startedAt;
    tokens +=
      read.tokens + (await countTokens(JSON.stringify({ path: file }))) + (await countTokens(JSON.stringify(call)));
  }
  await scope.close();
  return { tokens, ms: Math.round(ms), calls: 1 + 2 * names.length };
}
