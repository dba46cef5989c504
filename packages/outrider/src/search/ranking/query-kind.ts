/** What a question looks like: a name, words, an error message, or a stack trace. */
export type QueryKind = "symbol" | "words" | "error" | "trace";

/** A path with a line, as compilers and stack traces write it. */
export interface QueryPlace {
  readonly path: string;
  /** From 0; undefined if not given. */
  readonly line: number | undefined;
}

export function kindOf(query: string, places: readonly QueryPlace[]): QueryKind {
  const text = query.trim();
  if (places.some(({ line }) => line !== undefined) && (text.includes("\n") || places.length > 1)) return "trace";
  if (symbolLike.test(text)) return "symbol";
  return errorLike.test(text) ? "error" : "words";
}

/** One name, optionally qualified, called, or preceded by the keyword that declares it. */
const symbolLike =
  /^(?:(?:class|interface|struct|enum|trait|type|module|def|fn|func|function|method|const|let|var)\s+)?[$@#~]?[\p{L}_$][\p{L}\p{N}_$]*[?!']?(?:(?:\.|::|#|->|\/|\\)[\p{L}_$][\p{L}\p{N}_$]*[?!']?)*(?:\(\))?$/u;
const errorLike =
  /(?:Error|Exception|error|fatal|panic)(?:\[\w+\])?: |\bpanicked at\b|\bTraceback\b|\b(?:undefined|unresolved) (?:reference|symbol)\b|\bis not (?:a function|defined|assignable)\b/u;

/** Paths with an extension that a question mentions, with their lines. */
export function placesIn(query: string): readonly QueryPlace[] {
  const places: QueryPlace[] = [];
  for (const [, path = "", colon, python, paren] of query.matchAll(placePattern)) {
    const line = colon ?? python ?? paren;
    places.push({
      path: path.replaceAll("\\", "/").replace(/^(?:\.{1,2}\/)+/, ""),
      line: line === undefined ? undefined : Number(line) - 1,
    });
  }
  return places;
}

const placePattern =
  /((?:[A-Za-z]:)?[\w@.\-/\\]*\w\.[A-Za-z]{1,5})(?::(\d+)(?::\d+)?|", line (\d+)|\((\d+)(?:,\d+)?\))?(?![\w(])/g;
