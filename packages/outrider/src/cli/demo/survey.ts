import { stat } from "node:fs/promises";
import { join } from "node:path";
import { languageOf } from "../../languages/language-of.ts";
import { type Spawner, readRipgrep } from "../../workspace/walk/ripgrep.ts";
import { chooseQuestion, type WordQuestion } from "./choose-question.ts";
import {
  chooseLargest,
  chooseSection,
  chooseSymbol,
  chooseValue,
  manifestKeys,
  type NamedPart,
} from "./choose-subjects.ts";
import { readSample } from "./read-sample.ts";
import { declarationsOf } from "./sample-declarations.ts";

interface FileList {
  /** Sorted, relative to the root, with forward slashes. */
  readonly files: readonly string[];
  /** The list is incomplete. */
  readonly partial: boolean;
}

const maxBytes = 8 * 1024 * 1024;

/** The subjects in a directory that questions can be about. */
export interface Survey {
  readonly files: number;
  readonly symbol: NamedPart | undefined;
  readonly question: WordQuestion | undefined;
  readonly largest: string | undefined;
  readonly section: NamedPart | undefined;
  readonly value: NamedPart | undefined;
  readonly hasGit: boolean;
}

/** Finds subjects in the directory itself; deterministic as long as its files do not change. */
export async function surveyDirectory(root: string, processes: Spawner, signal: AbortSignal): Promise<Survey> {
  const { files } = await listFiles(root, processes, signal);
  const code = await readSample(root, files.filter(isCode));
  const documents = await readSample(
    root,
    files.filter((path) => /\.(?:md|markdown)$/i.test(path)),
  );
  const manifests = await readSample(
    root,
    Object.keys(manifestKeys).filter((name) => files.includes(name)),
  );
  const declared = await declarationsOf(code);
  const symbol = chooseSymbol(declared, code);
  return {
    files: files.length,
    symbol,
    question: chooseQuestion(declared, { code, documents, shown: symbol?.name }),
    largest: chooseLargest(code)?.path,
    section: chooseSection(documents),
    value: chooseValue(manifests),
    hasGit: await stat(join(root, ".git")).then(
      () => true,
      () => false,
    ),
  };
}

/** In other files, names are keys and sections, which other questions cover. */
function isCode(path: string): boolean {
  const language = languageOf(path);
  return language !== undefined && language.content === undefined;
}

/** Lists the files that git would show. */
async function listFiles(root: string, processes: Spawner, signal: AbortSignal): Promise<FileList> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readRipgrep(processes, { args: ["--files", "--null"], cwd: root, signal })) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const names = Buffer.concat(chunks).toString("utf8").split("\0");
  // After the last NUL comes nothing, or a truncated name.
  names.pop();
  const files = names.map((name) => name.replaceAll("\\", "/")).toSorted();
  return { files, partial: bytes > maxBytes };
}
