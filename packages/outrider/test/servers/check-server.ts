import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { output as callGraph } from "../../src/tools/call_graph/schema.ts";
import { output as diagnostics } from "../../src/tools/diagnostics/schema.ts";
import { output as references } from "../../src/tools/references/schema.ts";
import { output as symbolAt } from "../../src/tools/symbol_at/schema.ts";
import { openKit, type OutriderKit } from "../support/outrider-kit.ts";
import { callWhenLoaded } from "../support/read-when-loaded.ts";
import { snapshotTree } from "../support/snapshot-tree.ts";
import { writeFiles } from "../support/temp-project.ts";
import { lookAtTree } from "./process-tree.ts";
import type { ServerProject } from "./server-project.ts";

/** Asks a real server all there is to ask over one small project, and looks at what it leaves behind. Tells what it took. */
export async function checkServer(project: ServerProject): Promise<string> {
  const kit = await openKit(project.files, { servers: [project.server] });
  const { answer: first, ms: firstMs } = await timed(() => askOnce(kit, project));
  // Who is asked too early says so; nobody calls a part the whole.
  if (first.completeness === "complete") expect(placesOf(first)).toEqual(project.references.places);
  else expect(first.why).toMatch(project.references.bySyntax ?? /still loading|starting|no answer within/);

  const { answer: loaded, ms: loadMs } = await timed(() => whenLoaded(kit, project));
  expect(placesOf(loaded)).toEqual(project.references.places);
  const { ms: warmMs } = await timed(() => askReferences(kit, project));

  await checkDefinition(kit, project);
  await checkCalls(kit, project);
  await checkProblem(kit, project);
  await checkEdit(kit, project);

  const tree = lookAtTree();
  expect(tree?.sockets ?? []).toEqual([]);
  // Nothing is in the project but what was written here.
  const { ".outrider": _own, ...left } = snapshotTree(kit.root);
  const names = Object.keys(left).filter((name) => !name.startsWith(".outrider/") && left[name]?.startsWith("file"));
  expect(names.toSorted()).toEqual(Object.keys({ ...project.files, ...project.edit.files }).toSorted());
  expect(kit.told).toEqual([]);
  const isComplete = first.completeness === "complete" || project.references.bySyntax?.test(first.why ?? "") === true;
  const cold = isComplete ? firstMs : firstMs + loadMs;
  const { server } = project;
  const name = loaded.server ?? (typeof server === "string" ? server : server.id);
  const memory = tree === undefined ? "" : `, ${tree.memoryMb} MB`;
  return `${name}: complete after ${cold} ms (first answer ${first.completeness}), warm ${warmMs} ms${memory}`;
}

type References = ReturnType<typeof references.parse>;

async function askOnce(kit: OutriderKit, { references: { symbol, path } }: ServerProject): Promise<References> {
  const outcome = await kit.call("references", { symbol, path });
  if (outcome.status !== "ok") throw new Error(`references ended as ${outcome.status}: ${outcome.error.message}`);
  return references.parse(outcome.value);
}

async function askReferences(kit: OutriderKit, { references: { symbol, path } }: ServerProject): Promise<References> {
  return references.parse(await valueOf(kit, "references", { symbol, path }));
}

async function whenLoaded(kit: OutriderKit, project: ServerProject): Promise<References> {
  const answer = await askReferences(kit, project);
  checkKnowledge(answer, project);
  return answer;
}

function checkKnowledge({ completeness, why }: References, { references: { bySyntax } }: ServerProject): void {
  expect(completeness, why).toBe(bySyntax === undefined ? "complete" : "syntactic");
  if (bySyntax !== undefined) expect(why).toMatch(bySyntax);
}

function placesOf({ files }: References): readonly string[] {
  return files.flatMap(({ file, lines = [] }) => lines.map(({ line }) => `${file}:${line}`)).toSorted();
}

async function checkDefinition(kit: OutriderKit, { definition }: ServerProject): Promise<void> {
  const { path, line, symbol, at, hover } = definition;
  const answer = symbolAt.parse(await valueOf(kit, "symbol_at", { path, line, symbol }));
  expect(answer.definitions.map((each) => `${each.file}:${each.line}`)).toEqual([at]);
  expect({ why: answer.why, completeness: answer.completeness }).toEqual({ completeness: "complete" });
  expect(answer.hover).toContain(hover);
}

async function checkCalls(kit: OutriderKit, { calls }: ServerProject): Promise<void> {
  const { symbol, path, completeness, callers, callees } = calls;
  const answer = callGraph.parse(await valueOf(kit, "call_graph", { symbol, path, direction: "both", depth: 1 }));
  const rows = answer.graphs.map((graph) =>
    graph.rows.map(({ symbol: name, file, calls: lines }) => `${name} ${file}:${lines.join()}`),
  );
  expect(rows).toEqual([callers, callees]);
  const isMarked = answer.graphs.some((graph) => graph.rows.some((row) => row.by_syntax === true));
  expect(isMarked && answer.completeness === "complete").toBe(false);
  if (completeness === "not syntactic") expect(answer.completeness, answer.why).not.toBe("syntactic");
  else expect(answer.completeness, answer.why).toBe(completeness);
}

async function checkProblem(kit: OutriderKit, { problem, files }: ServerProject): Promise<void> {
  if (problem === undefined) return;
  const { path, text, line, message } = problem;
  const judge = async () => diagnostics.parse(await valueOf(kit, "diagnostics", { path, severity: "error" }));
  expect(await judge()).toMatchObject({ files: [], totals: { error: 0 }, judged: 1, settled: true });
  writeFileSync(join(kit.root, path), text);
  const broken = await judge();
  const found = broken.files.flatMap((file) => file.problems.map((each) => `${each.line} ${each.message}`));
  expect(found).toEqual([expect.stringMatching(message)]);
  expect(found[0]).toMatch(new RegExp(`^${line} `));
  writeFileSync(join(kit.root, path), files[path] ?? "");
  expect(await judge()).toMatchObject({ files: [], totals: { error: 0 }, judged: 1, settled: true });
}

async function checkEdit(kit: OutriderKit, project: ServerProject): Promise<void> {
  writeFiles(kit.root, project.edit.files);
  const answer = await askReferences(kit, project);
  expect(placesOf(answer)).toEqual(project.edit.places);
  checkKnowledge(answer, project);
}

async function valueOf(kit: OutriderKit, tool: string, input: object): Promise<unknown> {
  return (await callWhenLoaded(kit, tool, input)).value;
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly ms: number }> {
  const start = performance.now();
  const answer = await work();
  return { answer, ms: Math.round(performance.now() - start) };
}
