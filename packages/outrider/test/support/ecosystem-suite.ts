import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CommandKind, ProjectView } from "../../src/ecosystems/detection.ts";
import type { Ecosystem } from "../../src/ecosystems/ecosystem.ts";
import { createLibraryFinder } from "../../src/libraries/create-library-finder.ts";
import { readDependencies } from "../../src/libraries/read-dependencies.ts";
import { openTestProject, openTestWorkspace, testCaller } from "./test-workspace.ts";

type Files = Readonly<Record<string, string>>;

/** What one ecosystem has to find; each facet it has needs a case. */
export interface EcosystemCases {
  readonly manifests?: readonly ManifestCase[];
  readonly sources?: readonly SourceCase[];
  readonly detectors: readonly DetectorCase[];
}

export interface ManifestCase {
  readonly title: string;
  /** Below the project. */
  readonly files: Files;
  /** `NAME | wanted | locked | indirect`, without what is not known. */
  readonly dependencies: readonly string[];
}

export interface SourceCase {
  readonly title: string;
  /** Below `work/project`, `home` and `active`, the active Python environment. */
  readonly files: Files;
  /** The library's name, as a path. */
  readonly path: string;
  readonly version: string;
  readonly root: string;
}

export interface DetectorCase {
  readonly detector: string;
  readonly title: string;
  readonly files: Files;
  readonly manager?: string;
  readonly commands: readonly (readonly [CommandKind, string])[];
  readonly entryPoints?: readonly string[];
  /** The file that every command is from. By default any that is there. */
  readonly from?: string;
}

/** The same promises for each ecosystem. */
export function describeEcosystem(ecosystem: Ecosystem, cases: EcosystemCases): void {
  test("every facet has a case", () => {
    expect((cases.manifests ?? []).length > 0).toBe(ecosystem.manifests !== undefined);
    expect((cases.sources ?? []).length > 0).toBe(ecosystem.sources !== undefined);
    const names = (ecosystem.detectors ?? []).map(({ name }) => name);
    expect([...new Set(cases.detectors.map(({ detector }) => detector))]).toEqual(names);
  });
  describe.each(cases.manifests ?? [])("manifests: $title", (each) => {
    readsManifests(ecosystem, each);
  });
  describe.each(cases.sources ?? [])("sources: $title", (each) => {
    findsSources(each);
  });
  describe.each(cases.detectors)("$detector: $title", (each) => {
    detectsProject(ecosystem, each);
  });
}

function readsManifests({ id }: Ecosystem, { files, dependencies: expected }: ManifestCase): void {
  test("names what the files name", async () => {
    const { shown, problems, dependencies } = await readDependenciesOf(files);
    expect(shown).toEqual(expected);
    expect(problems).toEqual([]);
    expect(new Set(dependencies.map(({ ecosystem }) => ecosystem))).toEqual(new Set([id]));
  });
}

function findsSources({ files, path, version, root }: SourceCase): void {
  test("finds the library, its version and the path below it, and opens that directory only", async () => {
    const kit = await openLibraryPlace(files);
    expect(await kit.find(`library:${path}/src/x.y`)).toEqual({ root, path: "src/x.y", name: path, version });
    expect(await kit.find(`library:${path}`)).toMatchObject({ root, path: "" });
    expect(await kit.find(`lib:${path}/a`)).toMatchObject({ root, path: "a" });
    expect(new Set(kit.roots)).toEqual(new Set([join(kit.base, root)]));
  });

  test("takes a version, and says which are there instead", async () => {
    const kit = await openLibraryPlace(files);
    expect(await kit.find(`library:${path}@${version}/a`)).toMatchObject({ version, path: "a" });
    await expect(kit.find(`library:${path}@0.0.7/a`)).rejects.toThrow(`there is ${path}@${version}`);
  });

  test("a path that climbs is refused", async () => {
    const kit = await openLibraryPlace(files);
    await expect(kit.find(`library:${path}/../../x`)).rejects.toMatchObject({ code: "invalid_path" });
  });
}

const rubbish = [
  "",
  "\0\0",
  "{",
  "[[[",
  '{"scripts": 3, "bin": null, "main": []}',
  '{"__proto__": {"scripts": {"build": "x"}}}',
];

function detectsProject(
  { detectors = [] }: Ecosystem,
  { detector: name, files, manager, commands, entryPoints = [], from }: DetectorCase,
): void {
  const detector = detectors.find((each) => each.name === name);

  test("is recognised, and its commands are found", async () => {
    const view = viewOf(files);
    const manifests = detector?.manifests(view) ?? [];
    expect(manifests).not.toEqual([]);
    const found = await detector?.detect(view, manifests);
    expect(found?.commands?.map(({ kind, command }) => [kind, command]) ?? []).toEqual(commands);
    expect(found?.packageManager).toBe(manager);
    for (const each of found?.commands ?? [])
      expect(from === undefined ? Object.keys(files) : [from]).toContain(each.from);
    expect(found?.entryPoints ?? []).toEqual(entryPoints);
  });

  test("finds nothing in an empty project", () => {
    expect(detector?.manifests(viewOf({}))).toEqual([]);
  });

  test("survives a manifest of rubbish", async () => {
    for (const text of rubbish) {
      const view = viewOf(Object.fromEntries(Object.keys(files).map((path) => [path, text])));
      expect(await detector?.detect(view, detector.manifests(view))).toBeTypeOf("object");
    }
  });
}

function viewOf(files: Files): ProjectView {
  return { paths: new Set(Object.keys(files)), read: async (path) => files[path] };
}

/** What the files of a project name, a line for each library. */
export async function readDependenciesOf(files: Files, prepare?: (root: string) => void) {
  const { project, root } = await openTestProject(files);
  prepare?.(root);
  const { dependencies, problems } = await readDependencies(project, AbortSignal.timeout(120_000));
  const shown = dependencies.map(({ name, wanted, locked, direct }) =>
    [name, wanted ?? "", locked.join(" "), direct ? "" : "indirect"].filter((part) => part !== "").join(" | "),
  );
  return { shown, problems, dependencies };
}

/** A finder of libraries over a project, a home and an active environment; paths come back relative to all of them. */
export async function openLibraryPlace(files: Files) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "libraries-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ "home/.keep": "", "work/project/.keep": "", ...files })) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), text);
  }
  const root = join(base, "work", "project");
  const roots: string[] = [];
  const { workspace } = openTestWorkspace({}, { startRoot: root });
  const project = await workspace.session(testCaller).project();
  const finder = createLibraryFinder({
    addRoot: (_, each) => void roots.push(each),
    places: { environment: { VIRTUAL_ENV: join(base, "active") }, home: join(base, "home") },
  });
  return {
    base,
    root,
    roots,
    async find(path: string) {
      const { root: found, rules: _rules, ...rest } = await finder.find(project, path);
      return { ...rest, root: found.slice(base.length + 1).replaceAll("\\", "/") };
    },
  };
}
