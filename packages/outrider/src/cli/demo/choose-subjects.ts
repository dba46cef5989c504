import { findSections } from "../../documents/markdown/sections.ts";
import { dataFormatOf, parseData } from "../../documents/data/data-format.ts";
import { findNode } from "../../documents/data/find-node.ts";
import type { SampleFile } from "./read-sample.ts";
import { type Declared, isTest, isWorthReading, mostMentioned } from "./sample-declarations.ts";

/** A named part of a file. */
export interface NamedPart {
  readonly path: string;
  /** As passed to the tool. */
  readonly name: string;
  /** As shown to people. */
  readonly title: string;
}

const shortestName = 5;

/** The declaration that most files mention; its name must be declared only once so that the question has a single answer. */
export function chooseSymbol(declared: readonly Declared[], code: readonly SampleFile[]): NamedPart | undefined {
  const places = new Map<string, string | undefined>();
  for (const { path, symbol } of declared) {
    const { name, parent } = symbol;
    // Only top-level declarations.
    if (parent !== undefined || name.length < shortestName || !/^[A-Za-z_]\w*$/.test(name)) continue;
    places.set(name, places.has(name) || !isWorthReading(symbol) ? undefined : path);
  }
  const once = [...places].flatMap(([name, path]) => (path === undefined ? [] : [name]));
  const name = mostMentioned(code, once);
  const path = name === undefined ? undefined : places.get(name);
  return name === undefined || path === undefined ? undefined : { path, name, title: name };
}

const fewestLines = 80;
const longestLines = 200;

/** The largest hand-written file. */
export function chooseLargest(code: readonly SampleFile[]): SampleFile | undefined {
  const written = code.filter(({ path, text }) => {
    const lines = text.split("\n").length;
    return (
      !isTest(path) &&
      !/\.(?:min|gen|generated|pb|d)\./.test(path) &&
      lines >= fewestLines &&
      text.length / lines < longestLines
    );
  });
  return largest(written);
}

/** A section from the middle of the longest document that has several. */
export function chooseSection(documents: readonly SampleFile[]): NamedPart | undefined {
  const candidates = documents.filter(({ text }) => findSections(text).filter(({ level }) => level > 1).length >= 3);
  const document = largest(candidates);
  if (document === undefined) return undefined;
  const sections = findSections(document.text).filter(({ level }) => level > 1);
  const section = sections[Math.floor(sections.length / 2)];
  return section === undefined ? undefined : { path: document.path, name: section.path, title: section.title };
}

/** The most interesting keys of each manifest, best first. */
export const manifestKeys: Readonly<Record<string, readonly string[]>> = {
  "package.json": ["scripts.test", "scripts.build", "scripts", "version", "name"],
  "Cargo.toml": ["package.version", "workspace.members", "package.name"],
  "pyproject.toml": ["project.version", "project.dependencies", "project.name", "tool.poetry.version"],
  "composer.json": ["require", "name"],
  "deno.json": ["tasks", "version"],
};

/** A value from a manifest at the top of the project. */
export function chooseValue(manifests: readonly SampleFile[]): NamedPart | undefined {
  for (const { path, text } of manifests) {
    const name = manifestKeys[path]?.find((key) => hasKey(path, text, key));
    if (name !== undefined) return { path, name, title: name };
  }
  return undefined;
}

function hasKey(path: string, text: string, key: string): boolean {
  const format = dataFormatOf(path);
  try {
    return format !== undefined && findNode(parseData(text, format), key).path === key;
  } catch {
    return false;
  }
}

function largest(files: readonly SampleFile[]): SampleFile | undefined {
  return files.toSorted((left, right) => right.text.length - left.text.length || (left.path < right.path ? -1 : 1))[0];
}
