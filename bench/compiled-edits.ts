/**
 * Renames and removals of drawn symbols in public repositories at pinned revisions, without a language server, judged by the
 * compiler: an accepted edit must bring no error that was not there before. Each refused rename is made at the places that the
 * judge of `bench:truth` knows; if that compiles, the compiler allows it.
 *
 *   npm run bench:compiled-edits -- [--only go,rust] [--set tune|held] [--symbols 40] [--seed 1] [--checkouts DIR] [--show]
 */
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { run } from "./accuracy/cache.ts";
import { type Compiler, compilers } from "./compiled-edits/compilers.ts";
import { repositoryRoot } from "./references/programs.ts";
import { checkOut } from "./truth/checkouts.ts";
import { type DrawnSymbol, drawSymbols } from "./truth/draw-symbols.ts";
import { judges } from "./truth/judges/index.ts";
import { judgeRepository } from "./truth/judges/judge.ts";
import { lineOf, type Table } from "./truth/model.ts";
import { candidateAt } from "./truth/ours.ts";
import { repositories, type TruthRepository } from "./truth/repositories.ts";
import { type BenchServer, openServer } from "./truth/server.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    only: { type: "string", default: "" },
    set: { type: "string", default: "" },
    symbols: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    checkouts: { type: "string", default: process.env["TRUTH_CHECKOUTS"] },
    outrider: { type: "string", default: join(repositoryRoot, "packages/outrider/bin/outrider.js") },
    show: { type: "boolean", default: false },
  },
});
/** Edits that are compiled together; if they break the build, each is tried alone. */
const batchSize = 8;

type Action = "rename" | "remove";

interface Tried {
  readonly action: Action;
  readonly symbol: DrawnSymbol;
  readonly outcome: "compiles" | "breaks" | "refused";
  /** Of a refusal: what the tool said, and whether the compiler allows the edit. */
  readonly why?: string;
  readonly allowed?: boolean;
}

const tried = new Map<string, Tried[]>();
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "outrider-bench-compiled-")));
try {
  for (const [at, repository] of repositories.filter(isChosen).entries())
    await measure(repository, join(scratch, String(at))).catch((error: unknown) => {
      console.log(`${repository.name}: left out: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    });
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
report();

function isChosen({ language, name, set }: TruthRepository): boolean {
  const wanted = args.only === "" ? [] : args.only.split(",");
  const isNamed = wanted.length === 0 || wanted.includes(language) || wanted.includes(name);
  return isNamed && (args.set === "" || args.set === set) && compilers[language] !== undefined;
}

async function measure(repository: TruthRepository, place: string): Promise<void> {
  const compiler = compilers[repository.language];
  const judge = judges.find(({ language }) => language === repository.language);
  if (compiler === undefined || judge === undefined) return;
  const from = args.checkouts === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? "", args.checkouts);
  const original = realpathSync(await checkOut(repository, from));
  const table = await judgeRepository(judge, original, repository, Number(args.seed));
  // Beside the original, as compilers look for types and manifests in the folders above.
  const root = mkdtempSync(join(dirname(original), ".compiled-edits-"));
  cpSync(original, root, { recursive: true, verbatimSymlinks: true });
  const server = await openServer(args.outrider, root, place);
  try {
    const bench = await openBench({ repository, compiler, root, server, table });
    const count = Number(args.symbols);
    const renames = await bench.tryAll("rename", drawSymbols(table, Number(args.seed)), count);
    const unused = drawSymbols(table, Number(args.seed), { unused: true }).filter(({ truth }) => truth.size === 0);
    const used = drawSymbols(table, Number(args.seed) + 1);
    const removals = [
      ...(await bench.tryAll("remove", unused, Math.ceil(count / 2))),
      ...(await bench.tryAll("remove", used, Math.ceil(count / 2))),
    ];
    const all = [...renames, ...removals];
    tried.set(repository.language, [...(tried.get(repository.language) ?? []), ...all]);
    const counts = (["compiles", "breaks", "refused"] as const)
      .map((outcome) => `${outcome} ${all.filter((each) => each.outcome === outcome).length}`)
      .join(", ");
    console.log(`${repository.language} ${repository.name}, ${compiler.title}: ${counts}`);
    if (args.show && repository.set === "tune") for (const each of all) show(each);
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Bench {
  /** The first `count` of the symbols that the server knows. */
  readonly tryAll: (action: Action, symbols: readonly DrawnSymbol[], count: number) => Promise<readonly Tried[]>;
}

interface Place {
  readonly repository: TruthRepository;
  readonly compiler: Compiler;
  readonly root: string;
  readonly server: BenchServer;
  readonly table: Table;
}

async function openBench({ repository, compiler, root, server, table }: Place): Promise<Bench> {
  const before = countEach(await compiler.errors(root, repository));
  const breaks = async (): Promise<boolean> => {
    const after = countEach((await compiler.errors(root, repository)).map(withOldNames));
    return [...after].some(([error, count]) => count > (before.get(error) ?? 0));
  };
  await requireThatBreaksAreSeen();
  return { tryAll };

  /** Without this a compiler that does not run would let every edit pass. */
  async function requireThatBreaksAreSeen(): Promise<void> {
    const used = drawSymbols(table, Number(args.seed)).filter(({ truth }) => truth.size > 0);
    for (const symbol of used.slice(0, 5)) {
      renameByTruth([symbol], { isWithoutUses: true });
      const isSeen = await breaks();
      restore();
      if (isSeen) return;
    }
    throw new Error(`${compiler.title} sees nothing wrong where a declaration is renamed and its uses are not`);
  }

  async function tryAll(action: Action, symbols: readonly DrawnSymbol[], count: number): Promise<readonly Tried[]> {
    const found: Tried[] = [];
    const later: DrawnSymbol[] = [];
    let batch: DrawnSymbol[] = [];
    for (const symbol of symbols) {
      if (found.length + batch.length + later.length >= count) break;
      const said = await edit(action, symbol);
      if (said === undefined) batch.push(symbol);
      // An edit of the same batch may be the reason: such a symbol is tried again when nothing else is changed.
      else if (!isUnknown(said)) later.push(symbol);
      if (batch.length < batchSize) continue;
      found.push(...(await judgeBatch(action, batch)));
      batch = [];
    }
    if (batch.length > 0) found.push(...(await judgeBatch(action, batch)));
    for (const symbol of later) found.push(await tryAlone(action, symbol));
    return await judgeRefusals(action, found);
  }

  async function edit(
    action: Action,
    symbol: DrawnSymbol,
    more: Readonly<Record<string, string>> = {},
  ): Promise<string | undefined> {
    const [declaration] = symbol.declarations;
    if (declaration === undefined) return "There is no symbol";
    const declared = new Set(symbol.declarations.map(({ at }) => lineOf(at)));
    const names = [symbol.container === "" ? symbol.name : `${symbol.container}/${symbol.name}`];
    let said = "";
    for (let at = 0; at < names.length && at < 3; at += 1) {
      const input = { action, path: declaration.at[0], symbol: names[at], wait: 0 };
      const answer = await server.call("edit_code", {
        ...input,
        ...more,
        ...(action === "rename" ? { new_name: newNameOf(symbol.name) } : {}),
      });
      if (!answer.isError) return undefined;
      said = answer.text;
      const candidate = candidateAt(said, declared, symbol.name);
      if (candidate !== undefined && !names.includes(candidate)) names.push(candidate);
    }
    return said;
  }

  async function judgeBatch(action: Action, batch: readonly DrawnSymbol[]): Promise<readonly Tried[]> {
    const together = await breaks();
    restore();
    if (!together) return batch.map((symbol) => ({ action, symbol, outcome: "compiles" }));
    const results: Tried[] = [];
    for (const symbol of batch) results.push(await tryAlone(action, symbol));
    return results;
  }

  async function tryAlone(action: Action, symbol: DrawnSymbol): Promise<Tried> {
    const why = await edit(action, symbol);
    if (why !== undefined) return { action, symbol, outcome: "refused", why };
    const outcome = (await breaks()) ? "breaks" : "compiles";
    restore();
    return { action, symbol, outcome };
  }

  /** A refused edit is made all the same; the compiler says whether it allows it. */
  async function judgeRefusals(action: Action, found: readonly Tried[]): Promise<readonly Tried[]> {
    const refused = found.filter(({ outcome }) => outcome === "refused");
    const allowed = new Set<Tried>();
    if (action === "rename") await findAllowed(refused, allowed);
    else
      for (const each of refused.filter(({ symbol }) => symbol.truth.size === 0)) {
        if ((await edit("remove", each.symbol, { unproven: "leave" })) === undefined && !(await breaks()))
          allowed.add(each);
        restore();
      }
    return found.map((each) => (each.outcome === "refused" ? { ...each, allowed: allowed.has(each) } : each));
  }

  /** Renames at the places of the judge: several at once, halves of them if that breaks. */
  async function findAllowed(refused: readonly Tried[], allowed: Set<Tried>): Promise<void> {
    if (refused.length === 0) return;
    renameByTruth(refused.map(({ symbol }) => symbol));
    const isBroken = await breaks();
    restore();
    if (!isBroken) for (const each of refused) allowed.add(each);
    else if (refused.length > 1) {
      const middle = Math.ceil(refused.length / 2);
      await findAllowed(refused.slice(0, middle), allowed);
      await findAllowed(refused.slice(middle), allowed);
    }
  }

  function renameByTruth(symbols: readonly DrawnSymbol[], { isWithoutUses = false } = {}): void {
    const places = symbols.flatMap(({ id, name }) => {
      const uses = isWithoutUses ? [] : (table.uses.get(id) ?? []);
      return [...(table.declarations.get(id) ?? []), ...uses].filter((each) => each.name === name);
    });
    for (const file of new Set(places.map(({ at }) => at[0]))) {
      const own = new Map(places.filter(({ at }) => at[0] === file).map((each) => [each.at.join(":"), each]));
      const path = join(root, file);
      const lines = readFileSync(path, "utf8").split("\n");
      // From the end, so that the columns before it stay.
      for (const { at, name } of [...own.values()].sort((a, b) => b.at[1] - a.at[1] || b.at[2] - a.at[2])) {
        const line = lines[at[1] - 1] ?? "";
        const start = line.indexOf(name, at[2] - 1);
        if (start !== -1) lines[at[1] - 1] = line.slice(0, start) + newNameOf(name) + line.slice(start + name.length);
      }
      writeFileSync(path, lines.join("\n"));
    }
  }

  function restore(): void {
    run("git", ["checkout", "--quiet", "--", "."], root);
    run("git", ["clean", "--quiet", "-fd"], root);
  }
}

function isUnknown(said: string): boolean {
  return /There is no symbol|symbols fit|no file or directory/.test(said);
}

function newNameOf(name: string): string {
  if (/^[A-Z0-9_]+$/.test(name) && /[A-Z]{2}/.test(name)) return `${name}_RENAMED`;
  return name.includes("_") ? `${name}_renamed` : `${name}Renamed`;
}

function withOldNames(error: string): string {
  return error.replaceAll(/_RENAMED|_renamed|Renamed/g, "");
}

function countEach(errors: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const error of errors) counts.set(error, (counts.get(error) ?? 0) + 1);
  return counts;
}

function show({ action, symbol, outcome, why, allowed }: Tried): void {
  if (outcome === "compiles") return;
  const [first] = symbol.declarations;
  const at = first === undefined ? "" : lineOf(first.at);
  const reason = why
    ?.replaceAll(/\s+/g, " ")
    .replace(/^.*syntax does not prove it: /, "")
    .slice(0, 300);
  const told = reason === undefined ? "" : `: ${reason}`;
  console.log(
    `  ${action} ${symbol.kind} ${symbol.container}/${symbol.name} ${at} ${outcome}${allowed === true ? " in vain" : ""}${told}`,
  );
}

function report(): void {
  console.log(
    "\n| language | renames accepted | broken | refused | of them allowed | accepted of allowed | removals accepted | broken | refused | of them allowed |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  const all = [...tried.values()].flat();
  for (const [language, own] of [...tried, ["all", all] as const]) {
    const of = (action: Action, outcome: Tried["outcome"]) =>
      own.filter((each) => each.action === action && each.outcome === outcome);
    const accepted = of("rename", "compiles").length;
    const allowed = of("rename", "refused").filter((each) => each.allowed === true).length;
    const share = Math.round((100 * accepted) / Math.max(1, accepted + allowed));
    const cells = [
      language,
      accepted,
      of("rename", "breaks").length,
      of("rename", "refused").length,
      allowed,
      `${share} %`,
      of("remove", "compiles").length,
      of("remove", "breaks").length,
      of("remove", "refused").length,
      of("remove", "refused").filter((each) => each.allowed === true).length,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
