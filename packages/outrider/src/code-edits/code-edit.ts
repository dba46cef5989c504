/** Which part of a declaration is meant. */
export const parts = ["declaration", "body", "with_doc"] as const;
/** Where new code goes: seen from a symbol, inside of one (of the file without one), or among the imports. */
export const positions = ["before", "after", "first", "last", "imports"] as const;

export type Part = (typeof parts)[number];
export type InsertPosition = (typeof positions)[number];

interface Addressed {
  /** File, as the caller gave it; undefined: wherever the only symbol of that name is. */
  readonly path: string | undefined;
  /** Name path, perhaps with a number: `Store/get`, `read[1]`. */
  readonly symbol: string;
  /** Text that the declaration must still hold, or the hash of the file. */
  readonly expect: string | undefined;
}

export interface ReplaceEdit extends Addressed {
  readonly action: "replace";
  readonly body: string;
  /** Default: the declaration. */
  readonly part: Part | undefined;
}

export interface InsertEdit extends Omit<Addressed, "symbol"> {
  readonly action: "insert";
  /** Undefined for `first`, `last` and `imports` of the file. */
  readonly symbol: string | undefined;
  readonly body: string;
  readonly position: InsertPosition;
}

export interface RemoveEdit extends Addressed {
  readonly action: "remove";
  readonly part: Part | undefined;
  /** Although it is used. */
  readonly force: boolean;
}

export interface RenameEdit extends Addressed {
  readonly action: "rename";
  readonly newName: string;
  /** Although something there has the new name already. */
  readonly force: boolean;
}

/** A symbol to another file or, without `symbol`, a file to another path. */
export interface MoveEdit extends Omit<Addressed, "symbol"> {
  readonly action: "move";
  readonly symbol: string | undefined;
  readonly to: string;
  readonly force: boolean;
}

/** A code action of the language server, by the id that the list gave it. */
export interface ActionEdit extends Omit<Addressed, "symbol"> {
  readonly action: "actions";
  /** The actions are those of this symbol; of the whole file without one. */
  readonly symbol: string | undefined;
  readonly id: string;
}

export type CodeEdit = ReplaceEdit | InsertEdit | RemoveEdit | RenameEdit | MoveEdit | ActionEdit;

/** What one edit came to. Nothing is written yet: what it changes is in the draft. */
export interface PlannedEdit {
  /** In a few words, as a head line and the history show it: `replaced function Store/get`. */
  readonly done: string;
  /** What was not done to the letter, or what else is worth knowing; sentences for the model. */
  readonly notes: readonly string[];
  /** Names whose users elsewhere may have new problems now. */
  readonly names: readonly string[];
  readonly leftovers?: Leftovers;
}

/** Text that still has the old name after a rename: nothing of it is changed unasked. */
export interface Leftovers {
  /** Lines; exact. */
  readonly total: number;
  /** `README.md:12 docs: … the line …`; some of them, comments and strings first. */
  readonly shown: readonly string[];
}
