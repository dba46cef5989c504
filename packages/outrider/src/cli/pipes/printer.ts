import { type CommandArguments, type Pieces, type Terminal, usageError } from "toolwright/cli";
import { amountOf } from "../search/amounts.ts";
import type { Places } from "./places.ts";
import type { RowAnswer, Row } from "./row.ts";

/** What the shell receives; 1 is a proven "none", as grep's. */
export const pipeCodes = { found: 0, none: 1, failed: 2, interrupted: 130, readerGone: 141 } as const;

/** Nobody reads stdout any more, as in `| head -1`. */
export class ReaderGone extends Error {}

interface PrinterOptions {
  readonly name: string;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  readonly places: Places;
}

/** So many rows are written at once. */
const batchRows = 500;

/** Prints rows to stdout and everything else to stderr, and knows what the exit code is. */
export class Printer {
  readonly #options: PrinterOptions;
  readonly #form: ReturnType<typeof readForm>;
  readonly #format: (rows: readonly Row[]) => Pieces;
  readonly #notes: string[] = [];
  readonly #reasons: string[] = [];
  /** What ends a record. */
  readonly end: "\0" | "\n";
  #found = 0;
  #hasFailed = false;

  constructor(options: PrinterOptions) {
    const { args, terminal, places } = options;
    this.#options = options;
    this.#form = readForm(args.given);
    this.end = args.given.has("null") ? "\0" : "\n";
    const isTerminal = terminal.columns !== undefined;
    this.#format = createRowFormat({ form: this.#form, places, isTerminal, end: this.end });
  }

  async answer({ rows, total, notes = [], incomplete, unlistedLikely = 0 }: RowAnswer, about?: string): Promise<void> {
    const prefix = about === undefined ? "" : `${about}: `;
    const listsLikely = this.#options.args.given.has("likely");
    const sure = rows.filter(({ likely }) => likely !== true);
    const likely = rows.filter((row) => row.likely === true);
    await this.#rows(listsLikely ? [...sure, ...likely] : sure);
    for (const each of [total, ...notes]) await this.note(prefix + each);
    const guesses = likely.length + unlistedLikely;
    if (guesses > 0) await this.#tellLikely(prefix, guesses, listsLikely);
    for (const each of incomplete) await this.incomplete(prefix + each);
  }

  /** Plain text for stdout, such as code. */
  async text(text: string): Promise<void> {
    this.#found += 1;
    await this.#write([text]);
  }

  async note(sentence: string): Promise<void> {
    this.#notes.push(sentence);
    if (!this.#options.args.given.has("quiet")) await this.#options.terminal.tell(sentence);
  }

  async incomplete(why: string): Promise<void> {
    this.#reasons.push(why);
    await this.#options.terminal.tell(`Incomplete: ${why}`);
  }

  async fail(message: string): Promise<void> {
    this.#hasFailed = true;
    await this.#options.terminal.tell(message);
  }

  /** Writes the last line of --json and resolves with the exit code. */
  async finish(): Promise<number> {
    const isComplete = this.#reasons.length === 0 && !this.#hasFailed;
    if (this.#form === "json") {
      const { name: command } = this.#options;
      const [incomplete, notes] = [this.#reasons, this.#notes];
      const summary = { command, rows: this.#found, complete: isComplete, incomplete, notes };
      await this.#write([JSON.stringify({ summary }), this.end]);
    }
    if (this.#hasFailed) return pipeCodes.failed;
    if (this.#found > 0) return pipeCodes.found;
    return isComplete ? pipeCodes.none : pipeCodes.failed;
  }

  async #rows(rows: readonly Row[]): Promise<void> {
    this.#found += rows.length;
    for (let at = 0; at < rows.length; at += batchRows) await this.#write(this.#format(rows.slice(at, at + batchRows)));
  }

  /** Without them the answer may lack some. */
  async #tellLikely(prefix: string, count: number, listsLikely: boolean): Promise<void> {
    if (listsLikely) {
      const rows = `The last ${amountOf(count, "row is", "rows are")}`;
      return await this.note(`${prefix}${rows} only likely: only the name says so.`);
    }
    await this.incomplete(`${prefix}${amountOf(count, "more is", "more are")} only likely: --likely shows them.`);
  }

  async #write(pieces: Pieces): Promise<void> {
    const { terminal } = this.#options;
    // Without an end of line of the terminal's own, which a record that ends with NUL must not have.
    if (this.end === "\n") await terminal.printPieces(pieces);
    else await terminal.write(pieces.map((each) => (typeof each === "string" ? each : each.text)).join(""));
    if (terminal.readerGone.aborted) throw new ReaderGone();
  }
}

type Form = "rows" | "files" | "symbols" | "json";

function readForm(given: CommandArguments["given"]): Form {
  const forms = (["files", "symbols", "json"] as const).filter((each) => given.has(each));
  if (forms.length > 1) throw usageError(`Choose one of ${forms.map((each) => `--${each}`).join(" and ")}.`);
  return forms[0] ?? "rows";
}

interface FormatOptions {
  readonly form: Form;
  readonly places: Places;
  readonly isTerminal: boolean;
  /** What ends a record. */
  readonly end: string;
}

/** Rows as they are printed; of files and symbols each only once, however many rows it has. */
function createRowFormat({ form, places, isTerminal, end }: FormatOptions): (rows: readonly Row[]) => Pieces {
  const seen = new Set<string>();
  // On a terminal a name with a line end must not look like two rows; a program gets it as it is.
  const oneLine = (text: string): string => (isTerminal ? text.replaceAll("\n", String.raw`\n`) : text);

  function once(text: string): Pieces {
    if (seen.has(text)) return [];
    seen.add(text);
    return [oneLine(text), end];
  }

  function showRow(row: Row): Pieces {
    const { line, column = 1, text, symbol = "", likely } = row;
    const file = places.shown(row.file);
    if (form === "json") return [JSON.stringify(jsonRow(row, file)), end];
    if (form === "files") return once(file);
    if (form === "symbols") return symbol === "" ? [] : once(`${file}#${symbol}`);
    const place = line === undefined ? file : `${file}:${line}:${column}`;
    const shown = oneLine(text);
    return [{ text: oneLine(place), style: "cyan" }, ":", likely === true ? { text: shown, style: "dim" } : shown, end];
  }

  return (rows) => rows.flatMap(showRow);
}

function jsonRow({ line, column = 1, text, symbol, likely, facts }: Row, file: string): object {
  return { file, ...(line === undefined ? {} : { line, column }), text, symbol, likely, ...facts };
}
