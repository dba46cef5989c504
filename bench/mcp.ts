/**
 * What an MCP server costs over stdio: the same strict echo tool served by Toolwright, by the bare official SDK (v2, v1),
 * by fastmcp and by hand-written JSON-RPC as the physical limit, asked by a client of nothing but a pipe. All servers
 * take turns in every round, so that the machine's noise hits them alike, and a ratio compares a server with the bare
 * unbundled SDK v2 of the same round and era; a figure is the median of the rounds with its smallest and largest.
 *
 * Cold: from before spawn to the answer of tools/list (legacy era: after the initialize handshake; modern era: it is the
 * first request). Warm: calls of that same young process after a warm-up. Steady: one process for all rounds, after a
 * long warm-up, when the compilers of V8 are done. CPU is the server's alone, all of its threads.
 */
import { parseArgs } from "node:util";
import { type Era, PipeClient } from "./mcp/pipe-client.ts";
import { cpuMs, cpuSource, rssMb } from "./mcp/proc.ts";
import { type Contender, control, prepare, reference, sleeper } from "./mcp/servers.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "15" },
    calls: { type: "string", default: "300" },
    "warm-up": { type: "string", default: "100" },
    "steady-warm-up": { type: "string", default: "3000" },
    only: { type: "string", default: "" },
  },
});
const rounds = positive("rounds", args.rounds);
const callsPerRound = positive("calls", args.calls);
const warmUpCalls = positive("warm-up", args["warm-up"]);
const steadyWarmUpCalls = positive("steady-warm-up", args["steady-warm-up"]);
const callsPerSlice = 25;
const wakingCalls = 3;
const settleMs = 100;
const allowedCallRatio = 1.2;

const metrics = {
  coldWall: "wall ms",
  coldCpu: "CPU ms",
  settledCpu: `CPU ms +${settleMs} ms`,
  rss: "RSS MB",
  warmP50: "p50 µs",
  warmP99: "p99 µs",
  warmCpu: "CPU µs",
  steadyP50: "p50 µs",
  steadyP99: "p99 µs",
  steadyCpu: "CPU µs",
} as const;
type Metric = keyof typeof metrics;
/** One list a metric, one entry a round; undefined where the machine cannot tell. */
type Samples = Record<Metric, (number | undefined)[]>;

const contenders = await prepare(new RegExp(args.only, "i"));
const samples = new Map<Contender, Samples>(contenders.map((contender) => [contender, emptySamples()]));
const timerMicroseconds: number[] = [];
const open = new Set<PipeClient>();
let seed = 1;
try {
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    await measureYoung();
    await measureTimer();
  }
  await measureSteady();
  progress("");
} finally {
  await Promise.all([...open].map((client) => client.end()));
}
report();
judge();

/** Another order each time, so that none always follows the same neighbour; the same orders in every run. */
function shuffle<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return { item, key: seed };
    })
    .toSorted((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

/** Starts every server once; they stay, so that their calls can take turns too. */
async function measureYoung(): Promise<void> {
  const clients = new Map<Contender, PipeClient>();
  for (const contender of shuffle(contenders)) clients.set(contender, await measureStart(contender));
  for (const client of clients.values()) await repeat(warmUpCalls, () => client.echo());
  for (const [contender, { p50, p99, cpu }] of await measureCalls(clients)) {
    const into = samplesOf(contender);
    into.warmP50.push(p50);
    into.warmP99.push(p99);
    into.warmCpu.push(cpu);
  }
  for (const client of clients.values()) await close(client);
}

async function measureStart(contender: Contender): Promise<PipeClient> {
  const into = samplesOf(contender);
  const startedAt = performance.now();
  const client = openClient(contender);
  await client.start();
  into.coldWall.push(performance.now() - startedAt);
  into.coldCpu.push(cpuMs(client.pid));
  // What a server puts off until after its first answer is still paid.
  await sleep(settleMs);
  into.settledCpu.push(cpuMs(client.pid));
  into.rss.push(rssMb(client.pid));
  return client;
}

async function measureSteady(): Promise<void> {
  const clients = new Map<Contender, PipeClient>();
  for (const contender of contenders) {
    const client = openClient(contender);
    clients.set(contender, client);
    await client.start();
    await repeat(steadyWarmUpCalls, () => client.echo());
  }
  for (let round = 0; round < rounds; round += 1) {
    progress(`steady round ${round + 1} of ${rounds}`);
    for (const [contender, { p50, p99, cpu }] of await measureCalls(clients)) {
      const into = samplesOf(contender);
      into.steadyP50.push(p50);
      into.steadyP99.push(p99);
      into.steadyCpu.push(cpu);
    }
  }
  for (const client of clients.values()) await close(client);
}

interface CallCost {
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number | undefined;
}

/** A round of calls to each, in slices that take turns: the machine's speed changes faster than a round lasts. */
async function measureCalls(clients: ReadonlyMap<Contender, PipeClient>): Promise<Map<Contender, CallCost>> {
  const runs = [...clients].map(([contender, client]) => ({ contender, client, times: new Array<number>(), cpu: 0 }));
  for (let done = 0; done < callsPerRound; done += callsPerSlice) {
    const calls = Math.min(callsPerSlice, callsPerRound - done);
    for (const run of shuffle(runs)) {
      // The first calls pay for waking a process whose turn was long ago; they would be the whole p99.
      await repeat(wakingCalls, () => run.client.echo());
      const before = cpuMs(run.client.pid) ?? Number.NaN;
      await repeat(calls, async () => run.times.push(await run.client.echo()));
      run.cpu += (cpuMs(run.client.pid) ?? Number.NaN) - before;
    }
  }
  return new Map(
    runs.map(({ contender, times, cpu }) => [
      contender,
      {
        p50: quantile(times, 0.5),
        p99: quantile(times, 0.99),
        cpu: Number.isNaN(cpu) ? undefined : (cpu * 1_000) / callsPerRound,
      },
    ]),
  );
}

/** What fastmcp's sleep of 1 ms really takes here. */
async function measureTimer(): Promise<void> {
  const times: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const startedAt = performance.now();
    await sleep(1);
    times.push((performance.now() - startedAt) * 1_000);
  }
  timerMicroseconds.push(quantile(times, 0.5));
}

function report(): void {
  console.log(
    `\nNode ${process.version}, ${process.platform}; ${rounds} interleaved rounds; CPU: ${cpuSource ?? "n/a (no /proc)"}`,
  );
  console.log(`median (min..max) ×ratio to "${reference}" of the same era; NODE_COMPILE_CACHE unset`);
  table("cold start: spawn to the answer of tools/list", ["coldWall", "coldCpu", "settledCpu", "rss"]);
  table(`warm calls: ${callsPerRound} of a young process, after ${warmUpCalls}`, ["warmP50", "warmP99", "warmCpu"]);
  table(`steady calls: ${rounds} × ${callsPerRound} of one process, after ${steadyWarmUpCalls}`, [
    "steadyP50",
    "steadyP99",
    "steadyCpu",
  ]);
  const sleepy = contenders.find(({ name }) => name === sleeper);
  if (sleepy === undefined) return;
  const slept = quantile(timerMicroseconds, 0.5);
  const awake = (metric: Metric): string => {
    const rest = median(sleepy, metric) - slept;
    return `${rest.toFixed(0)} µs (×${(rest / median(baseOf(sleepy), metric)).toFixed(2)})`;
  };
  console.log(
    `\n${sleeper} sleeps 1 ms in every call on purpose (here ${slept.toFixed(0)} µs); p50 above is with it, without: ` +
      `warm ${awake("warmP50")}, steady ${awake("steadyP50")}`,
  );
}

function table(title: string, columns: readonly Metric[]): void {
  const nameWidth = 30;
  const width = 31;
  console.log(`\n${title}\n${"".padEnd(nameWidth)}${columns.map((each) => metrics[each].padStart(width)).join("")}`);
  for (const contender of contenders)
    console.log(
      `${contender.name}, ${contender.era}`.padEnd(nameWidth) +
        columns.map((each) => cell(contender, each).padStart(width)).join(""),
    );
}

function cell(contender: Contender, metric: Metric): string {
  const values = known(contender, metric);
  if (values.length === 0) return "n/a";
  const digits = Math.max(...values) < 100 ? 1 : 0;
  const show = (value: number): string => value.toFixed(digits);
  const range = `(${show(Math.min(...values))}..${show(Math.max(...values))})`;
  return `${show(quantile(values, 0.5))} ${range} ×${ratio(contender, metric).toFixed(2)}`;
}

function judge(): void {
  const ours = contenders.filter((contender) => contender.ours);
  console.log("\nverdict");
  if (ours.length === 0) console.log("!!! toolwright was not measured");
  const twin = contenders.find(({ name }) => name === control);
  if (twin !== undefined) {
    const shown = (["coldWall", "coldCpu", "warmP50", "warmCpu", "steadyP50", "steadyCpu"] as const).map(
      (metric) => `${metric} ${ratio(twin, metric).toFixed(2)}×`,
    );
    console.log(`noise: the reference against itself, 1.00× without any: ${shown.join(", ")}`);
  }
  for (const contender of ours) {
    const say = (aim: string, metric: Metric, met: (value: number) => boolean): void => {
      const value = ratio(contender, metric);
      const answer = Number.isNaN(value) ? "n/a" : `${met(value) ? "yes" : "NO"} (${value.toFixed(2)}×)`;
      console.log(`${contender.name}, ${contender.era}: ${aim}: ${answer}`);
    };
    const below = (value: number): boolean => value < 1;
    const within = (value: number): boolean => value <= allowedCallRatio;
    say("cold start below bare SDK v2, wall", "coldWall", below);
    say("cold start below bare SDK v2, CPU", "coldCpu", below);
    say(`call overhead within ${allowedCallRatio}x of bare SDK v2, wall p50`, "warmP50", within);
    say(`call overhead within ${allowedCallRatio}x of bare SDK v2, CPU`, "warmCpu", within);
    say(`the same in the steady state, wall p50`, "steadyP50", within);
    say(`the same in the steady state, CPU`, "steadyCpu", within);
  }
}

/** Median of the ratios of each round: noise that lasts longer than a round cancels out. */
function ratio(contender: Contender, metric: Metric): number {
  const base = samplesOf(baseOf(contender))[metric];
  const ratios = samplesOf(contender)[metric].flatMap((value, round) => {
    const other = base[round];
    return value === undefined || other === undefined ? [] : [value / other];
  });
  return quantile(ratios, 0.5);
}

function baseOf({ era }: { era: Era }): Contender {
  const base = contenders.find((contender) => contender.name === reference && contender.era === era);
  if (base === undefined) throw new Error(`${reference} was not measured in the ${era} era`);
  return base;
}

function samplesOf(contender: Contender): Samples {
  const found = samples.get(contender);
  if (found === undefined) throw new Error(`No samples of ${contender.name}`);
  return found;
}

function emptySamples(): Samples {
  return {
    coldWall: [],
    coldCpu: [],
    settledCpu: [],
    rss: [],
    warmP50: [],
    warmP99: [],
    warmCpu: [],
    steadyP50: [],
    steadyP99: [],
    steadyCpu: [],
  };
}

function known(contender: Contender, metric: Metric): number[] {
  return samplesOf(contender)[metric].filter((value) => value !== undefined);
}

function median(contender: Contender, metric: Metric): number {
  return quantile(known(contender, metric), 0.5);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN;
}

function openClient({ script, era }: Contender): PipeClient {
  const client = new PipeClient(script, era);
  open.add(client);
  return client;
}

async function close(client: PipeClient): Promise<void> {
  await client.end();
  open.delete(client);
}

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index += 1) await act();
}

/** For whoever watches; a file gets the report alone. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0, not "${text}"`);
  return value;
}
