import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { countTokens } from "toolwright";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { descendantsOf } from "../../toolwright/test/process-table.ts";
import { programOf } from "./support/kit-servers.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";
import { readWhenLoaded } from "./support/read-when-loaded.ts";
import { makeTempPlace } from "./support/temp-project.ts";
import { proofSize } from "../../toolwright/test/proof-size.ts";

const calls = proofSize(10_000, 300);
// Only ends what hangs: a busy machine takes many times as long as an idle one.
const limitMs = Math.max(600_000, calls * 600);

const modules = 12;
const numbers = Array.from({ length: modules }, (_, at) => at);

function files(): Record<string, string> {
  const typescript = numbers.map((at) => [`src/part${at}.ts`, typescriptPart(at, 1)]);
  const python = numbers.map((at) => [`app/part${at}.py`, pythonPart(at, 1)]);
  return {
    "package.json": '{ "name": "soak", "type": "module" }\n',
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["src"] }\n',
    "app/__init__.py": "",
    ...Object.fromEntries([...typescript, ...python]),
  };
}

/** Each part uses the one before; a change of the value leaves all names where they are. */
function typescriptPart(at: number, value: number): string {
  const before = at === 0 ? "" : `import { part${at - 1} } from "./part${at - 1}.js";\n`;
  const body = at === 0 ? String(value) : `part${at - 1}() + ${value}`;
  return `${before}export function part${at}(): number {\n  return ${body};\n}\n`;
}

function pythonPart(at: number, value: number): string {
  const before = at === 0 ? "" : `from app.part${at - 1} import step${at - 1}\n\n\n`;
  const body = at === 0 ? String(value) : `step${at - 1}() + ${value}`;
  return `${before}def step${at}() -> int:\n    return ${body}\n`;
}

/** All kinds in turn, with what each answer has to have; between them the project changes on disk. */
async function makeCall(kit: OutriderKit, at: number): Promise<readonly [answer: string, has: string]> {
  const part = at % modules;
  const isPython = at % 3 === 0;
  const path = isPython ? `app/part${part}.py` : `src/part${part}.ts`;
  const symbol = isPython ? `step${part}` : `part${part}`;
  const inFirstLine = `${isPython ? "step" : "part"}${Math.max(0, part - 1)}`;
  const used = Math.min(part + 1, modules - 1);
  switch (at % 7) {
    case 0:
      writeFileSync(join(kit.root, path), isPython ? pythonPart(part, at) : typescriptPart(part, at));
      return [await readWhenLoaded(kit, "diagnostics", { path }), "1 file"];
    case 1:
      return [await readWhenLoaded(kit, "symbol_at", { path, line: 1, symbol: inFirstLine }), inFirstLine];
    case 2:
      return [await readWhenLoaded(kit, "call_graph", { symbol, path }), symbol];
    case 3:
      return [await readWhenLoaded(kit, "symbols", { path }), symbol];
    case 4:
      writeFileSync(join(kit.root, "src", `extra${at % 5}.ts`), `export const extra${at} = ${at};\n`);
      return [await readWhenLoaded(kit, "diagnostics", { path: `src/extra${at % 5}.ts` }), "1 file"];
    default:
      return [
        await readWhenLoaded(kit, "references", { symbol, path }),
        isPython ? `app/part${used}.py` : `src/part${used}.ts`,
      ];
  }
}

interface Sample {
  readonly heapMb: number;
  readonly resources: number;
  readonly openDocuments: number;
  readonly processes: number;
  readonly serversMb: number;
}

const counted = z.object({ opened: z.int(), closed: z.int() });

test.skipIf(process.platform === "win32")(
  `${calls} mixed calls leave memory, handles, open documents and processes as they were`,
  { timeout: limitMs },
  async () => {
    const place = makeTempPlace();
    const counts = ["typescript", "pyright"].map((id) => join(place.base, `${id}.json`));
    const counting = join(import.meta.dirname, "support", "counting-server.mjs");
    const servers = await Promise.all(
      ["typescript", "pyright"].map(async (id, index) => {
        const { file, args } = await programOf(id);
        return { id, file: process.execPath, args: [counting, counts[index] ?? "", file, ...args] };
      }),
    );
    const warnings: string[] = [];
    const warn = (warning: Error): void => void warnings.push(`${warning.name}: ${warning.message}`);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const kit = await openKit(files(), { servers });
    const collectGarbage = garbageCollector();
    // The usage log loads the tokenizer once, when it finds the time.
    await countTokens("once");

    async function sample(): Promise<Sample> {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      const children = descendantsOf(process.pid).filter(
        ({ command }) => command.includes(place.base) || command.includes("--stdio"),
      );
      return {
        heapMb: process.memoryUsage().heapUsed / 2 ** 20,
        resources: process.getActiveResourcesInfo().length,
        openDocuments: counts.reduce((sum, file) => sum + openIn(file), 0),
        processes: children.length,
        serversMb: memoryOf(children.map(({ pid }) => pid)),
      };
    }

    // What both servers take for their start belongs to no sample.
    await readWhenLoaded(kit, "references", { symbol: "part0", path: "src/part0.ts" });
    await readWhenLoaded(kit, "references", { symbol: "step0", path: "app/part0.py" });

    const startedAt = performance.now();
    const times: number[] = [];
    const samples: Sample[] = [];
    const every = Math.floor(calls / 12);
    for (let at = 0; at < calls; at += 1) {
      const calledAt = performance.now();
      const [answer, has] = await makeCall(kit, at);
      times.push(performance.now() - calledAt);
      expect(answer).toContain(has);
      if (at % every === every - 1) samples.push(await sample());
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const third = Math.floor(samples.length / 3);
    const [first, last] = [middle(samples.slice(0, third)), middle(samples.slice(-third))];
    const sorted = times.toSorted((a, b) => a - b);
    console.log(
      `${calls} calls in ${seconds.toFixed(1)} s, median ${sorted[Math.floor(calls / 2)]?.toFixed(1)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
      `\nfirst third: ${JSON.stringify(first)}\nlast third: ${JSON.stringify(last)}\nwarnings: ${warnings.join("; ")}`,
    );
    expect(last.heapMb).toBeLessThan(first.heapMb + heapSlackMb);
    expect(last.resources).toBeLessThanOrEqual(first.resources + 8);
    expect(last.openDocuments).toBeGreaterThan(0);
    expect(last.openDocuments).toBeLessThanOrEqual(2 * modules + 6);
    expect(last.processes).toBeLessThanOrEqual(first.processes);
    expect(last.serversMb).toBeLessThan(first.serversMb * 1.5 + 50);
    expect(warnings).toEqual([]);
  },
);

/** One kilobyte a call would be a leak; what the usage log and caches breathe is less. */
const heapSlackMb = Math.max(6, calls / 1_000);

function middle(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number): number => {
    const values = samples.map(pick).sort((a, b) => a - b);
    return Number((values[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(1));
  };
  return {
    heapMb: of(({ heapMb }) => heapMb),
    resources: of(({ resources }) => resources),
    openDocuments: of(({ openDocuments }) => openDocuments),
    processes: of(({ processes }) => processes),
    serversMb: of(({ serversMb }) => serversMb),
  };
}

function openIn(file: string): number {
  if (!existsSync(file)) return 0;
  const { opened, closed } = counted.parse(JSON.parse(readFileSync(file, "utf8")));
  return opened - closed;
}

function memoryOf(pids: readonly number[]): number {
  if (pids.length === 0) return 0;
  const printed = execFileSync("ps", ["-o", "rss=", "-p", pids.join(",")], { encoding: "utf8" });
  return printed.split("\n").reduce((sum, line) => sum + Number(line.trim()) / 1_024, 0);
}

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return () => {
    if (typeof collect === "function") collect();
  };
}
