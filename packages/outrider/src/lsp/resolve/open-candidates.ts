import { join } from "node:path";
import { languageOf } from "../../languages/language-of.ts";
import type { LanguageServer } from "../server/language-server.ts";
import { realPathOf } from "./locations.ts";

/** At most this many files are opened for one name. */
const maxOpened = 150;

export interface Candidates {
  readonly root: string;
  /** Files below the root that contain the name. */
  readonly naming: readonly string[];
  /** The file that the question is about. */
  readonly file: string;
  readonly signal: AbortSignal;
}

export interface OpenedCandidates {
  /** How many files exceeded the limit. */
  readonly left: number;
  /** How many of them are not open in the server now: they could not be read, or other questions took their place. */
  missing(): number;
}

/** Opens the files that a server needs open to answer in full. */
export async function openCandidates(
  server: LanguageServer,
  { root, naming, file, signal }: Candidates,
): Promise<OpenedCandidates> {
  const { spec } = server;
  const wanted = spec.opensCandidates || spec.needsOpen ? naming.filter((each) => answersFor(server, each)) : [];
  // The file itself comes last, so that it is the one that stays open.
  const opened = [...wanted.slice(0, maxOpened).filter((each) => each !== file), file];
  const real = await Promise.all(opened.map((each) => realPathOf(join(root, each))));
  await server.open(real, { signal });
  return {
    left: Math.max(0, wanted.length - maxOpened),
    missing: () => real.filter((path) => !server.isOpen(path)).length,
  };
}

export function answersFor({ spec }: LanguageServer, file: string): boolean {
  const language = languageOf(file);
  return language !== undefined && spec.languages[language.id] !== undefined;
}
