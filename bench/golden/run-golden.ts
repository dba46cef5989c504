import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compareTranscripts, transcriptsIn } from "./compare.ts";
import { showCoverage } from "./coverage.ts";
import { createNormaliser } from "./normalise.ts";
import { takeBase } from "./place.ts";
import { type OwnProject, ownProjects, type ProjectName, realProjects } from "./projects/index.ts";
import type { Project } from "./projects/project.ts";
import { recordSession } from "./record.ts";
import { sessions } from "./sessions/index.ts";

export interface GoldenOptions {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly record?: string | undefined;
  readonly program?: string | undefined;
  readonly compare?: boolean | undefined;
  readonly only?: string | undefined;
  readonly repo?: readonly string[] | undefined;
  readonly positionals: readonly string[];
  readonly repository: string;
  readonly cwd: string;
}

/** The exit code: 1 where two builds differ. */
export async function runGolden(options: GoldenOptions): Promise<number> {
  const { before, after, record, compare, positionals, repository } = options;
  const from = (path: string): string => resolve(options.cwd, path);
  if (compare === true && positionals.length === 2)
    return report(from(positionals[0] ?? ""), from(positionals[1] ?? ""));
  if (record !== undefined) {
    const program = options.program === undefined ? programOf(repository) : from(options.program);
    await recordAll(program, from(record), options);
    return 0;
  }
  if (before === undefined || after === undefined)
    throw new Error("Give --before and --after, or --record, or --compare.");
  const folder = mkdtempSync(join(tmpdir(), "golden-transcripts-"));
  await recordAll(programOf(from(before)), join(folder, "before"), options);
  await recordAll(programOf(from(after)), join(folder, "after"), options);
  return report(join(folder, "before"), join(folder, "after"));
}

function programOf(clone: string): string {
  return join(clone, "packages/outrider/bin/outrider.js");
}

async function recordAll(program: string, directory: string, { only = "", repo = [], repository }: GoldenOptions) {
  if (!existsSync(program)) throw new Error(`There is no ${program}; build that clone first.`);
  const nodeModules = join(repository, "node_modules");
  const normaliser = createNormaliser(program, nodeModules);
  takeBase();
  mkdirSync(directory, { recursive: true });
  for (const session of sessions.filter(({ name }) => new RegExp(only).test(name))) {
    const startedAt = performance.now();
    const options = { program, directory, nodeModules, normaliser };
    await recordSession(session, projectOf(session.project, nodeModules, repo), options);
    console.log(
      `${session.name.padEnd(28)} ${session.steps.length} steps, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
  }
  writeFileSync(join(directory, "rules.json"), `${JSON.stringify(normaliser.counts(), undefined, 1)}\n`);
}

function projectOf(name: ProjectName, nodeModules: string, repo: readonly string[]): Project {
  if (isOwn(name)) return ownProjects[name];
  const given = repo.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  return { name, files: {}, from: given ?? join(nodeModules, realProjects[name]) };
}

function isOwn(name: ProjectName): name is OwnProject {
  return Object.hasOwn(ownProjects, name);
}

function report(before: string, after: string): number {
  for (const directory of [before, after]) {
    console.log(`\n${directory}: ${transcriptsIn(directory).length} transcripts; left out by rule:`);
    const counts: Record<string, number> = JSON.parse(readFileSync(join(directory, "rules.json"), "utf8"));
    for (const [name, count] of Object.entries(counts)) console.log(`  ${String(count).padStart(6)} ${name}`);
  }
  console.log(`\n${showCoverage(before)}`);
  const differences = compareTranscripts(before, after);
  for (const { call, diff } of differences) console.log(`\n${call}\n${diff}`);
  console.log(differences.length === 0 ? "\nNo differences." : `\n${differences.length} calls differ.`);
  return differences.length === 0 ? 0 : 1;
}
