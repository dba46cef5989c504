import { ToolError } from "toolwright";
import type { Span } from "../../languages/language.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { replaceChecked } from "../replace-checked.ts";
import type { SentCode } from "./sent-code.ts";
import type { CodeText } from "./text/code-text.ts";

/** One way to make an edit. */
export interface Candidate {
  /** Relative to the text with "\n" line ends. */
  readonly replacements: readonly Replacement[];
  readonly notes?: readonly string[];
  /** Checks whether the result is what was asked for; the string just moves on to the next candidate. */
  readonly judge?: (after: AfterEdit) => ToolError | "not this" | undefined;
}

/** The text after an edit. */
export interface AfterEdit {
  readonly text: string;
  readonly symbols: readonly CodeSymbol[];
  /** From the first to the last new character. */
  readonly region: Span;
}

export interface AppliedEdit extends AfterEdit {
  readonly notes: readonly string[];
}

export interface EditTarget {
  readonly context: EditContext;
  readonly draft: Draft;
  readonly file: DraftFile;
  readonly code: CodeText;
}

/** Errors that another reading of the code may fix. */
const curable = new Set(["broken_syntax", "no_declaration"]);
/** Errors that another candidate of the same reading may fix. */
const passing = new Set([...curable, "disturbs_others", "not_a_body"]);

/** Makes the first edit that keeps the file valid and does what was asked; if none does, throws the first error. */
export async function applyFirstValid(
  target: EditTarget,
  readings: readonly SentCode[],
  plan: (body: string) => Promise<readonly Candidate[]>,
): Promise<AppliedEdit> {
  let first: ToolError | undefined;
  for (const { body, note } of readings) {
    if (first !== undefined && !curable.has(first.code)) break;
    for (const candidate of await plan(body)) {
      const applied = await tryCandidate(target, candidate);
      if (applied === "not this") continue;
      if (!(applied instanceof ToolError)) {
        return { ...applied, notes: [...(note === undefined ? [] : [note]), ...applied.notes] };
      }
      first ??= applied;
    }
  }
  throw first ?? new ToolError("no_place", "There is no place for this edit; nothing was changed.");
}

async function tryCandidate(
  { context, draft, file, code }: EditTarget,
  { replacements, notes = [], judge }: Candidate,
): Promise<AppliedEdit | ToolError | "not this"> {
  const sorted = replacements.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const text = applyPlain(code.text, sorted);
  const { signal } = context;
  const declared = text === code.text ? undefined : await context.symbols.ofText(code.path, text, { signal });
  const start = sorted[0]?.start ?? 0;
  const region = { start, end: text.length - (code.text.length - (sorted.at(-1)?.end ?? 0)) };
  const after = { text, symbols: declared?.symbols ?? code.symbols, region };
  const refused = judge?.(after);
  if (refused !== undefined) return refused;
  if (text === code.text) return { ...after, notes };
  try {
    const checked = await replaceChecked(context, draft, file, code.toFile(sorted));
    return { ...after, notes: [...notes, ...checked.notes] };
  } catch (error) {
    if (error instanceof ToolError && passing.has(error.code)) return error;
    throw error;
  }
}

function applyPlain(text: string, replacements: readonly Replacement[]): string {
  let applied = text;
  for (const { start, end, text: added } of replacements.toReversed()) {
    applied = applied.slice(0, start) + added + applied.slice(end);
  }
  return applied;
}

/** The outermost symbols in a part of the text. */
export function declaredIn({ symbols }: Pick<AfterEdit, "symbols">, { start, end }: Span): readonly CodeSymbol[] {
  const isIn = ({ nameSpan }: CodeSymbol): boolean => nameSpan.start >= start && nameSpan.end <= end;
  return symbols.filter((symbol) => {
    const holder = symbol.parent === undefined ? undefined : symbols[symbol.parent];
    const isInside =
      holder !== undefined && holder.span.start <= symbol.span.start && holder.span.end >= symbol.span.end;
    return isIn(symbol) && !(holder !== undefined && isInside && isIn(holder));
  });
}
