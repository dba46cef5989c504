/**
 * Scala: scalac 2.13 with the plugin of SemanticDB, over all files of a repository at once. A class and its companion are one symbol, as are
 * overloads. Not judged: what macros and quasiquotes make, and other platforms than the JVM.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cached, listFiles } from "../../accuracy/cache.ts";
import type { DeclarationKind } from "../model.ts";
import type { Judge, Question } from "./judge.ts";
import { mavenJars } from "./maven.ts";
import { number, parts, text } from "./protobuf.ts";

const version = "2.13.16";
/** With what the tests of the repositories use. */
const libraries = [
  ["org.scala-lang", "scala-compiler", version],
  ["org.scalameta", `semanticdb-scalac_${version}`, "4.13.4"],
  ["junit", "junit", "4.13.2"],
  ["com.eed3si9n.verify", "verify_2.13", "1.0.0"],
  ["org.apache.commons", "commons-lang3", "3.20.0"],
  ["xerces", "xercesImpl", "2.12.2"],
] as const;

export const scala: Judge = {
  language: "scala",
  title: `scalac ${version} with SemanticDB`,
  endings: [".scala"],
  programs: ["scala.ts", "protobuf.ts"],
  run: judgeWithScalac,
};

interface Occurrence {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end: number;
  readonly key: string;
  readonly isDefinition: boolean;
}

/** SemanticDB's numbers for kinds; properties tell a value from a method. */
const kinds: Readonly<Record<number, DeclarationKind>> = {
  3: "method",
  7: "type",
  10: "class",
  13: "class",
  14: "interface",
};
const isValue = 0x400 | 0x800;

async function judgeWithScalac({ root, files, repository }: Question): Promise<string> {
  const jars = await mavenJars("truth-scalac", libraries);
  const name = `truth-semanticdb/${repository.name.replace("/", "+")}-${repository.commit.slice(0, 10)}`;
  const folder = await cached(name, (half) => compile(root, files, jars, half));
  const documents = listFiles(folder, [".semanticdb"]).flatMap((path) => parts(readFileSync(path), 1));
  if (documents.length === 0) throw new Error(`scalac wrote no SemanticDB for ${repository.name}.`);
  const occurrences = documents.flatMap(readOccurrences);
  const infos = new Map(documents.flatMap(readKinds));
  const ids = new Map<string, string>();
  for (const { key, isDefinition, file, line, column } of occurrences)
    if (isDefinition && !ids.has(key)) ids.set(key, `${file}:${line + 1}:${column + 1}`);
  const lines = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8").split("\n")]));
  const rows = occurrences.flatMap((each): readonly object[] => {
    const name = lines.get(each.file)?.[each.line]?.slice(each.column, each.end) ?? "";
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || name === "this") return [];
    const at = [each.file, each.line + 1, each.column + 1];
    if (!isNamed(each.key, name) && lines.get(each.file)?.some((line) => isRenamed(line, name)) !== true) return [];
    // The companion that the compiler adds to a local case class is declared nowhere.
    if (each.key.includes(" local") && !ids.has(each.key)) return [];
    const id = ids.get(each.key) ?? "outside";
    if (!each.isDefinition) return [{ use: [id], at, name }];
    return [{ declare: id, at, name, kind: infos.get(each.key) ?? "local", container: containerOf(each.key) }];
  });
  return `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
}

/** An error in one file leaves all of them unwritten. */
function compile(root: string, files: readonly string[], compiler: string, target: string): void {
  const folder = join(compiler, "jars");
  const jars = readdirSync(folder).map((jar) => join(folder, jar));
  const plugin = jars.find((jar) => jar.includes("semanticdb-scalac"));
  const classes = join(target, "classes");
  if (!existsSync(classes)) mkdirSync(classes);
  const settings = [`sourceroot:${root}`, `targetroot:${target}`, "failures:ignore"].map(
    (each) => `-P:semanticdb:${each}`,
  );
  const options = ["-usejavacp", "-nowarn", "-Yrangepos", `-Xplugin:${plugin}`, ...settings, "-d", classes];
  const args = ["-Xss8m", "-cp", jars.join(delimiter), "scala.tools.nsc.Main", ...options, ...files];
  const { status, stdout, stderr } = spawnSync("java", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`scalac failed: ${`${stdout}${stderr}`.slice(0, 600)}`);
}

function readOccurrences(document: Uint8Array): readonly Occurrence[] {
  const file = text(document, 2);
  return parts(document, 6).map((occurrence) => {
    const [range = new Uint8Array()] = parts(occurrence, 1);
    return {
      file,
      line: number(range, 1),
      column: number(range, 2),
      end: number(range, 4),
      key: keyOf(file, text(occurrence, 2)),
      isDefinition: number(occurrence, 3) === 2,
    };
  });
}

function readKinds(document: Uint8Array): readonly (readonly [string, DeclarationKind])[] {
  const file = text(document, 2);
  return parts(document, 5).map((information) => {
    const kind = kinds[number(information, 3)] ?? "local";
    const key = keyOf(file, text(information, 1));
    return [key, kind === "method" && (number(information, 4) & isValue) !== 0 ? "field" : kind] as const;
  });
}

/** Not so for the other name of `this` in `class Reader { outer => … }`. */
function isNamed(key: string, name: string): boolean {
  return key.endsWith(name) || key.endsWith(`${name}()`) || key.includes(" local");
}

function isRenamed(line: string, name: string): boolean {
  return /^\s*import\s/.test(line) && line.includes(`=> ${name}`);
}

/** One key for a class, its companion and its constructors, for overloads, and for a parameter of a case class and its field. */
function keyOf(file: string, symbol: string): string {
  if (symbol.startsWith("local")) return `${file} ${symbol}`;
  return (
    symbol
      // Of the first constructor only: those of others are parameters and nothing else.
      .replace(/[#.](?:`<init>`\(\)|(?:apply|copy)\((?:\+\d+)?\))\.\(([^)]+)\)$/, "#$1.")
      .replace(/[#.]`<init>`\((?:\+\d+)?\)\.$/, "#")
      .replace(/\(\+\d+\)\.$/, "().")
      // A setter has the name of what it sets.
      .replace(/`([^`]+)_=`\(\)\.$/, "$1().")
      .replace(/[#.]$/, "")
      .replaceAll("#", ".")
  );
}

/** `scopt/OParser.option()` is in OParser. */
function containerOf(key: string): string {
  const path = key.slice(key.lastIndexOf("/") + 1).split(".");
  return path.slice(0, -1).join("/");
}
