import { type CommandArguments, type Pieces, usageError } from "toolwright/cli";
import type { Places } from "./places.ts";
import type { Row } from "./row.ts";

export type Form = "rows" | "files" | "symbols" | "json";

export function readForm(given: CommandArguments["given"]): Form {
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
export function createRowFormat({ form, places, isTerminal, end }: FormatOptions): (rows: readonly Row[]) => Pieces {
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
