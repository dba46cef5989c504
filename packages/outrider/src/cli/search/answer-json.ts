import type { SearchHit } from "../../search/project-search.ts";
import type { QueryKind } from "../../search/ranking/rank.ts";
import type { Hit } from "../../tools/semantic_search/schema.ts";
import { round } from "./amounts.ts";
import type { Answer, Found } from "./find-hits.ts";
import type { SearchQuestion } from "./question.ts";

/** What `search --json` prints. Fields may be added; existing ones keep their meaning. */
export interface AnswerJson {
  readonly query: string;
  /** How the question was interpreted; absent if only memories were searched. */
  readonly kind?: QueryKind;
  readonly hits: readonly HitJson[];
  /** Notes on the project, with --in memories or all. */
  readonly memories?: readonly {
    readonly topic: string;
    readonly title: string;
    readonly line: number;
    readonly excerpt: string;
  }[];
  /** Number of places in the whole list, from which pages are taken. */
  readonly total: number;
  /** Number of further matching files, too many to be listed. */
  readonly unlisted: number;
  readonly offset: number;
  /** Absent on the last page. */
  readonly nextOffset?: number;
  readonly coverage: {
    readonly files: number;
    readonly read: number;
    /** Whether meaning was used, or words alone. */
    readonly meaning: boolean;
    readonly notes: readonly string[];
  };
  readonly seconds: number;
}

/** The other fields are those of `semantic_search`: kind, symbol, signature, doc, excerpt, body, copies. */
export interface HitJson extends Omit<Hit, "lines"> {
  /** Relative to the project's root, with forward slashes; for a library, `library:NAME/…`. */
  readonly file: string;
  /** 1-based, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly language: string;
  /** With --explain: the shares add up to the score. */
  readonly parts?: readonly PartJson[];
}

export interface PartJson {
  readonly name: string;
  readonly value: number;
  readonly weight: number;
  readonly share: number;
}

export function describeAnswer(
  { query, offset }: Pick<SearchQuestion, "query" | "offset">,
  { kind, found, memories, total, unlisted, coverage, isStale }: Answer,
  ms: number,
): AnswerJson {
  const end = offset + (kind === undefined ? memories.length : found.length);
  return {
    query,
    ...(kind === undefined ? {} : { kind }),
    hits: found.map(describeHit),
    ...(memories.length === 0
      ? {}
      : { memories: memories.map(({ topic, title, line, excerpt }) => ({ topic, title, line, excerpt })) }),
    total,
    unlisted,
    offset,
    ...(end > offset && end < total ? { nextOffset: end } : {}),
    coverage: {
      files: coverage.reduce((sum, each) => sum + each.total, 0),
      read: coverage.reduce((sum, each) => sum + each.done, 0),
      meaning: coverage.length > 0 && coverage.every(({ lexicalOnly }) => lexicalOnly === undefined),
      notes: notesOf({ coverage, isStale }),
    },
    seconds: Math.round(ms) / 1_000,
  };
}

/** Why an answer is incomplete, each with its place if there are several. */
export function notesOf({ coverage, isStale }: Pick<Answer, "coverage" | "isStale">): readonly string[] {
  const notes = coverage.flatMap(({ place, lexicalOnly, note }) =>
    [lexicalOnly === undefined ? undefined : `by words alone: ${lexicalOnly}`, note]
      .filter((each) => each !== undefined)
      .map((each) => (coverage.length === 1 ? each : `${place}: ${each}`)),
  );
  return isStale ? [...notes, "files change while they are read: lines of some may be off"] : notes;
}

function describeHit({ hit, shown: { file, lines, ...rest } }: Found): HitJson {
  const [startLine = 0, endLine = startLine] = lines.split("-").map(Number);
  return {
    file,
    startLine,
    endLine,
    language: hit.language,
    ...rest,
    score: round(hit.score),
    ...(hit.parts === undefined ? {} : { parts: hit.parts.map(describePart) }),
  };
}

function describePart({ name, value, weight }: NonNullable<SearchHit["parts"]>[number]): PartJson {
  return { name, value: round(value), weight: round(weight), share: round(value * weight) };
}
