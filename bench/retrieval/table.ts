import type { JudgedQuery, Repository } from "../../train/judged/judge.ts";

export interface Result {
  readonly name: string;
  /** By query. */
  readonly scores: readonly number[];
  /** Means under several ways to deal the repositories out. */
  readonly spread?: readonly number[];
}

/** All queries alike, all languages alike, by category; then each language. */
export function printTable(
  results: readonly Result[],
  queries: readonly JudgedQuery[],
  repositories: readonly Repository[],
): void {
  const categories = [...new Set(queries.map(({ category }) => category))].sort();
  const languages = [...new Set(repositories.map(({ language }) => language))];
  const languageOf = new Map(repositories.map(({ name, language }) => [name, language]));
  const pick = (scores: readonly number[], wanted: (query: JudgedQuery) => boolean): number =>
    mean(scores.filter((_, at) => wanted(queries[at] as JudgedQuery)));
  console.log(`NDCG@10 over ${queries.length} queries`);
  console.log(row("", ["queries", "languages", ...categories]));
  for (const { name, scores, spread } of results) {
    const byLanguage = mean(languages.map((language) => pick(scores, ({ repo }) => languageOf.get(repo) === language)));
    const cells = [
      mean(scores),
      byLanguage,
      ...categories.map((wanted) => pick(scores, ({ category }) => category === wanted)),
    ];
    const range = spread === undefined ? "" : `  (${spread.map((each) => each.toFixed(4)).join(", ")})`;
    console.log(
      row(
        name,
        cells.map((cell) => cell.toFixed(3)),
      ) + range,
    );
  }
  console.log(
    `\n${row(
      "by language",
      results.map((_, at) => `[${at + 1}]`),
    )}`,
  );
  for (const language of languages) {
    console.log(
      row(
        language,
        results.map(({ scores }) => pick(scores, ({ repo }) => languageOf.get(repo) === language).toFixed(3)),
      ),
    );
  }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(38) + cells.map((cell) => cell.padStart(13)).join("");
}
