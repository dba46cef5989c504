/**
 * What the sandbox costs a language server: pyright over a project of generated Python files, inside and outside, in turns. The first
 * answer includes the start of the server, the others do not.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { median } from "./parts/figures.ts";
import { expectBuilt, openServer } from "./parts/server.ts";
import { root } from "./parts/tree.ts";

const rounds = 5;
const questions = 20;
const files = 200;
const base = mkdtempSync(join(tmpdir(), "bench-servers-"));
const project = join(base, "project");
expectBuilt();
try {
  makeProject();
  const times = { outside: measurements(), inside: measurements() };
  for (let round = 0; round < rounds; round += 1) {
    const ways = ["outside", "inside"] as const;
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const { first, later } = await measure(way === "inside" ? "auto" : "off");
      times[way].first.push(first);
      times[way].later.push(...later);
    }
  }
  console.log(`Node ${process.version}, pyright over ${files} files, ${rounds} rounds in turns\n`);
  console.log("references".padEnd(20), "outside".padStart(10), "inside".padStart(10), "ratio".padStart(8));
  for (const which of ["first", "later"] as const) {
    const [outside, inside] = [median(times.outside[which]), median(times.inside[which])];
    const row = [outside, inside].map((ms) => `${ms.toFixed(1)} ms`.padStart(10));
    console.log(`${which}, p50`.padEnd(20), ...row, (inside / outside).toFixed(2).padStart(8));
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}

function measurements(): { readonly first: number[]; readonly later: number[] } {
  return { first: [], later: [] };
}

function makeProject(): void {
  mkdirSync(project);
  for (let index = 0; index < files; index += 1) {
    const uses = index === 0 ? "" : `from m${index - 1} import work_${index - 1}\n`;
    const body = index === 0 ? "1" : `work_${index - 1}() + work_0()`;
    const imports = index < 2 ? uses : `${uses}from m0 import work_0\n`;
    writeFileSync(join(project, `m${index}.py`), `${imports}\n\ndef work_${index}() -> int:\n    return ${body}\n`);
  }
  const script = join(root, "node_modules/pyright/langserver.index.js");
  mkdirSync(join(base, "bin"));
  symlinkSync(script, join(base, "bin", "pyright-langserver"));
}

async function measure(
  sandbox: "auto" | "off",
): Promise<{ readonly first: number; readonly later: readonly number[] }> {
  const config = join(base, `config-${sandbox}`);
  mkdirSync(join(config, "outrider"), { recursive: true });
  writeFileSync(join(config, "outrider", "config.toml"), `[security]\nsandbox = "${sandbox}"\n`);
  const path = [join(base, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const client = await openServer(project, { PATH: path, XDG_CONFIG_HOME: config });
  const ask = async (symbol: string, file: string): Promise<number> => {
    const startedAt = performance.now();
    const text = await client.call("references", { symbol, path: file, wait: 45 });
    if (!/complete by pyright/i.test(text)) throw new Error(text);
    return performance.now() - startedAt;
  };
  try {
    const first = await ask("work_0", "m0.py");
    const later: number[] = [];
    for (let index = 1; index <= questions; index += 1) later.push(await ask(`work_${index}`, `m${index}.py`));
    return { first, later };
  } finally {
    await client.close();
  }
}
