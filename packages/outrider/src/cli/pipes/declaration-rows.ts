import type { Row as Declared } from "../../tools/symbols/schema.ts";
import type { ToolCalls } from "./call-tool.ts";
import { readPlaces } from "./read-lines.ts";
import type { Row } from "./row.ts";

/** A declaration as the tool lists it, with its file. */
export interface DeclaredIn extends Declared {
  readonly file: string;
}

/** A row at the name of each declaration, with its head as the text. */
export async function declarationRows(tools: ToolCalls, found: readonly DeclaredIn[]): Promise<readonly Row[]> {
  const places = found.map(({ file, lines, name_line: line = Number.parseInt(lines, 10), path }) => ({
    file,
    line,
    name: path,
  }));
  const shown = await readPlaces(tools, places);
  return found.map(({ file, lines, path: symbol, kind, signature, level = 0, test }, index) => ({
    file,
    line: places[index]?.line,
    column: shown[index]?.column,
    text: "  ".repeat(level) + signature,
    symbol,
    facts: { lines, kind, level, test },
  }));
}
