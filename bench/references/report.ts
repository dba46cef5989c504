/** The table and what it comes to. */
import type { Answer, Contestant } from "./contestant.ts";
import type { ChosenSymbol } from "./choose-symbols.ts";
import type { Repository } from "./repositories.ts";

export interface Row {
  readonly repository: Repository;
  readonly symbol: ChosenSymbol;
  readonly contestant: Contestant["id"];
  /** When it was to be asked and when it was, in seconds after the start of the process. */
  readonly planned: number;
  readonly asked: number;
  readonly ms: number;
  readonly mark: Answer["mark"];
  readonly why: string | undefined;
  readonly found: number;
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

export function judge(
  answer: Answer,
  { truth, file, line }: ChosenSymbol,
  hasWord: (place: string) => boolean,
): Pick<Row, "mark" | "why" | "found" | "missing" | "wrong"> {
  const places = [...answer.places];
  return {
    mark: answer.mark,
    why: answer.why,
    found: places.filter((place) => truth.has(place)).length,
    missing: [...truth].filter((place) => !answer.places.has(place)),
    wrong: places.filter((place) => !truth.has(place) && place !== `${file}:${line + 1}` && !hasWord(place)),
  };
}

export function printTable(rows: readonly Row[], contestants: readonly Contestant[]): void {
  const titles = contestants.flatMap(({ title }) => [`${title}: found`, "false", "ms", "says"]);
  console.log(`\n| symbol | truth | at s | ${titles.join(" | ")} |`);
  console.log(`|---|---|---|${contestants.map(() => "---|---|---|---|").join("")}`);
  const sorted = rows.toSorted((a, b) => a.symbol.name.localeCompare(b.symbol.name, "en") || a.planned - b.planned);
  const keys = new Map(sorted.map((row) => [`${row.repository.name}\n${row.symbol.name}\n${row.planned}`, row]));
  for (const { repository, symbol, planned } of keys.values()) {
    const cells = contestants.flatMap(({ id }) => {
      const row = rows.find(
        (each) =>
          each.contestant === id &&
          each.symbol === symbol &&
          each.planned === planned &&
          each.repository === repository,
      );
      return row === undefined ? ["-", "-", "-", "-"] : cellsOf(row);
    });
    console.log(`| ${symbol.name} | ${symbol.truth.size} | ${planned} | ${cells.join(" | ")} |`);
  }
}

function cellsOf({ found, wrong, ms, mark, asked, planned }: Row): readonly string[] {
  const late = asked - planned > 1 ? ` (asked at ${asked.toFixed(1)} s)` : "";
  return [String(found), String(wrong.length), `${Math.round(ms)}${late}`, mark === "none" ? "nothing" : mark];
}

/** An answer that lacks places and does not say so; an error says so. */
export function isSilentlyShort({ mark, missing }: Row): boolean {
  return missing.length > 0 && (mark === "none" || mark === "complete");
}

export function printTotals(rows: readonly Row[], contestants: readonly Contestant[], times: readonly number[]): void {
  console.log(
    "\n| contestant | asked at | found of truth | recall | false | short and not marked | errors | median ms |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const { id, title } of contestants)
    for (const time of times) {
      const own = rows.filter(({ contestant, planned }) => contestant === id && planned === time);
      console.log(`| ${title} | ${time} s | ${totalsOf(own).join(" | ")} |`);
    }
  console.log("");
  for (const { id, title } of contestants) {
    const own = rows.filter(({ contestant }) => contestant === id);
    const silent = own.filter(isSilentlyShort).length;
    const late = own.filter(({ planned }) => planned === 10);
    const groups = [...new Set(late.map(({ repository }) => groupOf(repository)))].map((group) => {
      const some = late.filter(({ repository }) => groupOf(repository) === group);
      return `${group} ${recallOf(some)}`;
    });
    const aim = id === "ours" ? " (aim 0)" : "";
    console.log(
      `${title}: ${silent} of ${own.length} answers incomplete and not marked${aim}; recall at 10 s: ${groups.join(", ") || "not asked"}.`,
    );
  }
}

function groupOf({ reader, unresolved }: Repository): string {
  const language = { typescript: "TypeScript and JavaScript", python: "Python", go: "Go" }[reader];
  return unresolved === true ? `${language} with imports that lead nowhere` : language;
}

function totalsOf(rows: readonly Row[]): readonly string[] {
  const times = rows.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return [
    ...recallOf(rows).split(" = ").toSpliced(2),
    String(rows.reduce((sum, { wrong }) => sum + wrong.length, 0)),
    `${rows.filter(isSilentlyShort).length} of ${rows.length}`,
    String(rows.filter(({ mark }) => mark === "error").length),
    String(Math.round(times[Math.floor(times.length / 2)] ?? Number.NaN)),
  ];
}

function recallOf(rows: readonly Row[]): string {
  const found = rows.reduce((sum, row) => sum + row.found, 0);
  const truth = rows.reduce((sum, { symbol }) => sum + symbol.truth.size, 0);
  return `${found} of ${truth} = ${((100 * found) / truth).toFixed(1)} %`;
}

/** Why an answer was not whole, and where it was wrong. */
export function printNotes(rows: readonly Row[], { id, title }: Contestant): void {
  const told = rows.filter(
    ({ contestant, why, missing, wrong }) =>
      contestant === id && (why !== undefined || missing.length > 0 || wrong.length > 0),
  );
  if (told.length > 0) console.log(`\n${title}, every answer that was not whole, or wrong, or called itself so:`);
  for (const { repository, symbol, planned, mark, why = "", missing, wrong } of told) {
    const lacks = missing.length === 0 ? "" : ` Lacks ${missing.length}: ${some(missing)}.`;
    const adds = wrong.length === 0 ? "" : ` False: ${some(wrong)}.`;
    const says = `${mark}${why === "" ? "" : ` (${why})`}`;
    console.log(`- ${repository.name}, ${symbol.name}, ${planned} s: says ${says}.${lacks}${adds}`);
  }
}

/** What went wrong, each message once. */
export function printErrors(rows: readonly Row[], { id, title }: Contestant): void {
  const errors = rows.filter(({ contestant, mark }) => contestant === id && mark === "error");
  for (const why of new Set(errors.map(({ why = "" }) => why))) {
    const [first, ...more] = errors.filter((row) => row.why === why);
    if (first === undefined) continue;
    console.log(
      `- ${title}, error, ${more.length + 1} times, first at ${first.repository.name} ${first.symbol.name}: ${why}`,
    );
  }
}

function some(places: readonly string[]): string {
  return `${places.slice(0, 4).join(", ")}${places.length > 4 ? ", …" : ""}`;
}
