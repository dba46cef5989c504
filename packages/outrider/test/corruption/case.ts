/** Files of a case as they are or shall be, by path; null: gone. */
export type CaseFiles = Readonly<Record<string, string | Uint8Array | null>>;

/** One edit with all that may rightly become of it. Data only: whoever edits by symbol can be asked to do it. */
export interface CorruptionCase {
  /** A sentence, unique among all cases. */
  readonly name: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Input of `edit_code`; paths count from the directory of the case. */
  readonly input: CaseInput;
  /** Every file of the case as it may be afterwards, to the byte; empty: nothing but a refusal is right. */
  readonly accepted: readonly CaseFiles[];
  /** Codes of a refusal that is as right; empty: any. Undefined: it has to be done. */
  readonly refusal: readonly string[] | undefined;
  /** Where new code is put, how many empty lines stand around it is a matter of taste. */
  readonly blankLines: "exact" | "free";
  /** A language server takes part. */
  readonly server?: "typescript";
}

export type CaseInput = Readonly<Record<string, unknown>>;

/** A text made of another by giving parts of it, each of which occurs once, another text; or the whole text. */
export type Form = string | Uint8Array | readonly Swap[];
type Swap = readonly [old: string, text: string, path: string | undefined];

/** Pairs of old and new text: `to("a = 1", "a = 2")`. */
export function to(...pairs: readonly string[]): Form {
  return swapsOf(pairs, undefined);
}

/** The same in one of several files. */
export function inFile(path: string, ...pairs: readonly string[]): readonly Swap[] {
  return swapsOf(pairs, path);
}

/** Nothing is different afterwards. */
export const same: Form = [];

export function replace(symbol: string, body: string, more: CaseInput = {}): CaseInput {
  return { action: "replace", symbol, body, ...more };
}

export function replaceBody(symbol: string, body: string, more: CaseInput = {}): CaseInput {
  return replace(symbol, body, { part: "body", ...more });
}

export function insert(position: string, symbol: string | undefined, body: string, more: CaseInput = {}): CaseInput {
  return { action: "insert", position, ...(symbol === undefined ? {} : { symbol }), body, ...more };
}

export function remove(symbol: string, more: CaseInput = {}): CaseInput {
  return { action: "remove", symbol, ...more };
}

export function rename(symbol: string, newName: string, more: CaseInput = {}): CaseInput {
  return { action: "rename", symbol, new_name: newName, ...more };
}

export function changeSignature(symbol: string, parameters: readonly unknown[]): CaseInput {
  return { action: "change_signature", symbol, parameters };
}

export interface CaseMaker {
  /** It has to become one of these. */
  does(name: string, input: CaseInput, ...forms: readonly Form[]): CorruptionCase;
  /** The same, with as many empty lines around new code as there may be. */
  adds(name: string, input: CaseInput, ...forms: readonly Form[]): CorruptionCase;
  /** It has to be refused with one of these codes; with any, where none is given. */
  refuses(name: string, input: CaseInput, ...codes: readonly string[]): CorruptionCase;
  /** It is refused or becomes one of these. */
  mayRefuse(name: string, input: CaseInput, ...forms: readonly Form[]): CorruptionCase;
}

/** Cases over one file, which is the `path` of each input that names none. */
export function over(language: string, path: string, text: string | Uint8Array): CaseMaker {
  return overFiles(language, { [path]: text }, path);
}

/** Cases over several files. */
export function overFiles(
  language: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  path?: string,
): CaseMaker {
  function make(
    name: string,
    input: CaseInput,
    forms: readonly Form[],
    rest: Pick<CorruptionCase, "refusal" | "blankLines">,
  ): CorruptionCase {
    const accepted = forms.map((form) => formOf(name, files, path, form));
    const withPath = path === undefined || "path" in input ? input : { path, ...input };
    return { name: `${language}: ${name}`, language, files, input: withPath, accepted, ...rest };
  }
  return {
    does: (name, input, ...forms) => make(name, input, forms, { refusal: undefined, blankLines: "exact" }),
    adds: (name, input, ...forms) => make(name, input, forms, { refusal: undefined, blankLines: "free" }),
    refuses: (name, input, ...codes) => make(name, input, [], { refusal: codes, blankLines: "exact" }),
    mayRefuse: (name, input, ...forms) => make(name, input, forms, { refusal: [], blankLines: "free" }),
  };
}

function formOf(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  path: string | undefined,
  form: Form,
): CaseFiles {
  if (typeof form === "string" || form instanceof Uint8Array) {
    if (path === undefined) throw new Error(`${name}: a whole text needs the file it is of.`);
    return { ...files, [path]: form };
  }
  const after: Record<string, string | Uint8Array> = { ...files };
  for (const [old, text, at = path ?? ""] of form) {
    const before = after[at];
    if (typeof before !== "string") throw new Error(`${name}: ${at} is no text of the case.`);
    const [head, tail, ...others] = before.split(old);
    if (head === undefined || tail === undefined || others.length > 0) {
      throw new Error(
        `${name}: ${JSON.stringify(old)} has to occur once in ${at}, not ${others.length + (tail === undefined ? 0 : 1)} times.`,
      );
    }
    after[at] = head + text + tail;
  }
  return after;
}

function swapsOf(pairs: readonly string[], path: string | undefined): readonly Swap[] {
  const swaps: Swap[] = [];
  for (let at = 0; at < pairs.length; at += 2) swaps.push([pairs[at] ?? "", pairs[at + 1] ?? "", path]);
  return swaps;
}
