import { isToolError } from "toolwright";
import type { Detector, Findings, FoundCommand, ProjectView } from "../ecosystems/detection.ts";
import { detectors } from "../ecosystems/index.ts";
import { languages } from "../languages/index.ts";
import type { Project } from "../workspace/project.ts";
import { manifestNames } from "../workspace/projects/find-subprojects.ts";
import { firstParagraph, nameLicence } from "./readme.ts";

interface LanguageCount {
  readonly name: string;
  readonly files: number;
}

/** Extensions of code files; documents and data do not count as the language of a project. */
const byEnding: ReadonlyMap<string, string> = new Map([
  ...languages.flatMap(({ title, extensions, content, countedAs }) => {
    const isCounted = content !== "data" && content !== "prose";
    const counted = Object.entries(countedAs ?? (isCounted ? { [title]: extensions } : {}));
    return counted.flatMap(([name, endings]) => endings.map((ending) => [ending, name] as const));
  }),
  // Languages whose symbols are not read.
  ["fs", "F#"],
  ["vb", "Visual Basic"],
  ["erl", "Erlang"],
  ["clj", "Clojure"],
  ["m", "Objective-C"],
  ["ps1", "PowerShell"],
]);

/** What the files of a project tell about it, without running anything. */
export interface Survey {
  readonly name: string;
  readonly files: number;
  /** True if there were more files than were looked at. */
  readonly partial: boolean;
  readonly summary: string | undefined;
  readonly licence: string | undefined;
  readonly languages: readonly LanguageCount[];
  /** Recognised by files in the root: "Rust (Cargo.toml)". */
  readonly ecosystems: readonly { readonly name: string; readonly manifests: readonly string[] }[];
  readonly packageManagers: readonly string[];
  readonly commands: readonly FoundCommand[];
  readonly entryPoints: readonly string[];
  readonly testDirectories: readonly string[];
  readonly ci: readonly string[];
  /** Top-level directories with their number of files and main language. */
  readonly directories: readonly {
    readonly path: string;
    readonly files: number;
    readonly language: string | undefined;
  }[];
  /** Directories below the root with their own manifest. */
  readonly subprojects: readonly string[];
}

const maxFiles = 200_000;
const largestRead = 512 * 1024;
const maxCommands = 4;
const maxEntries = 8;

/** Looks at names, and at the few files that describe a project. */
export async function surveyProject(project: Project, signal: AbortSignal): Promise<Survey> {
  const { paths, partial } = await listPaths(project, signal);
  const view: ProjectView = { paths, read: (path) => readSmall(project, path) };
  const found = await runDetectors(view);
  const findings = found.map(({ findings: each }) => each);
  const readme = await readFirst(view, /^readme(?:\.(?:md|rst|txt|markdown))?$/i);
  const licence = await readFirst(view, /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i);
  return {
    name: project.name,
    files: paths.size,
    partial,
    summary: cleanLine((readme === undefined ? undefined : firstParagraph(readme)) ?? firstOf(findings, "summary")),
    licence: cleanLine((licence === undefined ? undefined : nameLicence(licence)) ?? firstOf(findings, "licence")),
    languages: countLanguages(paths),
    ecosystems: found.map(({ detector, manifests }) => ({ name: detector.name, manifests })),
    packageManagers: [...new Set(findings.flatMap(({ packageManager }) => packageManager ?? []))],
    commands: chooseCommands(project, findings),
    entryPoints: [...new Set(findings.flatMap(({ entryPoints = [] }) => entryPoints))].slice(0, maxEntries),
    testDirectories: findTestDirectories(paths),
    ci: findCi(paths),
    directories: describeDirectories(paths),
    subprojects: findSubprojectPaths(paths),
  };
}

async function listPaths(
  project: Project,
  signal: AbortSignal,
): Promise<{ paths: ReadonlySet<string>; partial: boolean }> {
  const paths = new Set<string>();
  for await (const { path } of project.files.walk(await project.files.locate(".", "list"), { signal })) {
    if (paths.size >= maxFiles) return { paths, partial: true };
    // Names with hidden characters are kept out of starter memories.
    if (!/[\p{Cc}\p{Cf}]/u.test(path)) paths.add(path);
  }
  return { paths, partial: false };
}

async function readSmall(project: Project, path: string): Promise<string | undefined> {
  try {
    const file = await project.files.locate(path, "read");
    if (file.kind !== "file" || file.masked) return undefined;
    return (await project.files.readText(file, { maxBytes: largestRead })).text;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

interface Detected {
  readonly detector: Detector;
  readonly manifests: readonly string[];
  readonly findings: Findings;
}

async function runDetectors(view: ProjectView): Promise<readonly Detected[]> {
  const detected: Detected[] = [];
  for (const detector of detectors) {
    const manifests = detector.manifests(view);
    if (manifests.length === 0) continue;
    detected.push({ detector, manifests, findings: await detector.detect(view, manifests) });
  }
  return detected;
}

async function readFirst(view: ProjectView, name: RegExp): Promise<string | undefined> {
  const [path] = [...view.paths].filter((each) => !each.includes("/") && name.test(each)).toSorted();
  return path === undefined ? undefined : await view.read(path);
}

function firstOf(findings: readonly Findings[], key: "summary" | "licence"): string | undefined {
  return findings.map((each) => each[key]).find((text) => text !== undefined);
}

/** Text from a repository goes into memories and answers: one line, no hidden characters, bounded length. */
function cleanLine(text: string | undefined): string | undefined {
  return text
    ?.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}

/** Commands from the settings come first, then a few others for each purpose. Scripts whose name is not a word are left out. */
function chooseCommands({ config }: Project, findings: readonly Findings[]): readonly FoundCommand[] {
  const found = findings
    .flatMap(({ commands = [] }) => commands)
    .filter(({ command }) => /^[\w ./:@&+-]{1,120}$/.test(command));
  return (["build", "test", "lint", "run"] as const).flatMap((kind) => {
    const configured = config.commands[kind];
    const own = configured === undefined ? [] : [{ kind, command: configured, from: ".outrider/project.toml" }];
    return [...own, ...found.filter((each) => each.kind === kind)].slice(0, maxCommands);
  });
}

const testNames: ReadonlySet<string> = new Set(["test", "tests", "__tests__", "spec", "specs", "e2e", "testdata"]);

function findTestDirectories(paths: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const names = path.split("/").slice(0, -1);
    const at = names.findIndex((name) => testNames.has(name));
    if (at >= 0) found.add(names.slice(0, at + 1).join("/"));
  }
  return [...found].toSorted((left, right) => depth(left) - depth(right) || (left < right ? -1 : 1)).slice(0, 6);
}

const ciPattern =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.yml|azure-pipelines\.yml|Jenkinsfile|\.circleci\/config\.yml|\.travis\.yml|\.buildkite\/[^/]+\.yml|bitbucket-pipelines\.yml|\.drone\.yml)$/;

function findCi(paths: ReadonlySet<string>): readonly string[] {
  return [...paths]
    .filter((path) => ciPattern.test(path))
    .toSorted()
    .slice(0, 8);
}

function describeDirectories(paths: ReadonlySet<string>): Survey["directories"] {
  const byDirectory = new Map<string, string[]>();
  for (const path of paths) {
    const [top = "", ...rest] = path.split("/");
    if (rest.length === 0) continue;
    const files = byDirectory.get(top);
    if (files === undefined) byDirectory.set(top, [path]);
    else files.push(path);
  }
  return [...byDirectory]
    .map(([path, files]) => ({ path, files: files.length, language: countLanguages(files)[0]?.name }))
    .toSorted((left, right) => right.files - left.files || (left.path < right.path ? -1 : 1))
    .slice(0, 20);
}

const manifests: ReadonlySet<string> = new Set(manifestNames);

function findSubprojectPaths(paths: ReadonlySet<string>): readonly string[] {
  const found = [...paths].flatMap((path) => {
    const cut = path.lastIndexOf("/");
    return cut > 0 && manifests.has(path.slice(cut + 1)) ? [path.slice(0, cut)] : [];
  });
  return [...new Set(found)].toSorted((left, right) => depth(left) - depth(right) || (left < right ? -1 : 1));
}

function depth(path: string): number {
  return path.split("/").length;
}

/** Most used first. */
function countLanguages(paths: Iterable<string>): readonly LanguageCount[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = languageNameOf(path);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const languages = [...counts].map(([name, files]) => ({ name, files }));
  return languages.toSorted((left, right) => right.files - left.files || (left.name < right.name ? -1 : 1));
}

function languageNameOf(path: string): string | undefined {
  const [, ending = ""] = /\.(\w+)$/.exec(path) ?? [];
  const name = ending.toLowerCase();
  return byEnding.get(name);
}
