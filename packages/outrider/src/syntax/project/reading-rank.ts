import { languageOf } from "../../languages/language-of.ts";

/** When a file is read, by its path alone: what questions are mostly about comes first. Lower is earlier. */
export function readingRank(path: string): number {
  if (/^\.(?:github|gitlab|circleci|buildkite|husky|vscode|idea)\//.test(path)) return ranks.workflow;
  const whole = `/${path}`;
  if (generated.test(whole)) return ranks.generated;
  const language = languageOf(path);
  if (language === undefined) return ranks.data;
  if (language.content === "data") return ranks.data;
  if (language.content !== undefined) return ranks.text;
  if (besides.test(whole) || testFile.test(path)) return ranks.test;
  return ranks.source;
}

/** The same order for a whole list; files of the same rank stay in their order. */
export function inReadingOrder(paths: readonly string[]): readonly string[] {
  const ranked = paths.map((path) => ({ path, rank: readingRank(path) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ path }) => path);
}

const ranks = { source: 0, test: 1, text: 2, data: 3, generated: 4, workflow: 5 } as const;

const generated =
  /\/(?:vendor|vendored|third[-_]?party|node_modules|dist|build|out|generated|gen|__generated__|locales?|i18n)\/|[._](?:pb|gen|generated|min|bundle)\.[a-z]+$|[._]pb2(?:_grpc)?\.py/i;
const besides =
  /\/(?:tests?|__tests__|specs?|testing|testdata|fixtures?|__mocks__|mocks?|snapshots?|__snapshots__|bench(?:marks?)?|examples?|samples?|demos?|docs?|website)\//i;
const testFile =
  /(?:^|\/)(?:test_[^/]*\.py|conftest\.py)$|[._-](?:test|tests|spec|specs|bench|mock)\.[^/]*$|[a-z0-9](?:Test|Tests|Spec|IT)\.[a-z]+$/;
