import { findUnit } from "../symbols/text/indent-unit.ts";

export interface Indentation {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

const usual = 4;

/** How a text is indented, in the words of formatters. */
export function indentationOf(text: string): Indentation {
  const unit = findUnit(text);
  const insertSpaces = unit !== "\t";
  return { tabSize: insertSpaces ? (unit?.length ?? usual) : usual, insertSpaces };
}
