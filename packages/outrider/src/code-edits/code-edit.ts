/** Which part of a declaration is meant. */
export const parts = ["declaration", "body", "with_doc"] as const;
/** Where new code goes: next to a symbol, inside one (or the file if none is given), or among the imports. */
export const positions = ["before", "after", "first", "last", "imports"] as const;

/** What an edit does about places of which it is not proven whether they mean the symbol. */
export const unprovenChoices = ["refuse", "leave", "include"] as const;

export type UnprovenChoice = (typeof unprovenChoices)[number];
export type Part = (typeof parts)[number];
export type InsertPosition = (typeof positions)[number];

interface Addressed {
  /** File, as given by the caller; undefined: the file with the only symbol of that name. */
  readonly path: string | undefined;
  /** Name path, optionally with an index: `Store/get`, `read[1]`. */
  readonly symbol: string;
  /** Text that the declaration must still contain, or the hash of the file. */
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
  /** What to do about places that use it, or may: refuse, or leave them as they are. */
  readonly unproven: UnprovenChoice;
}

export interface RenameEdit extends Addressed {
  readonly action: "rename";
  readonly newName: string;
  /** Rename it even if the new name is already in use there. */
  readonly force: boolean;
  /** What to do about places that may mean it: refuse, leave the old name there, or rename them as well. */
  readonly unproven: UnprovenChoice;
}

/** Moves a symbol to another file or, without `symbol`, a file to another path. */
export interface MoveEdit extends Omit<Addressed, "symbol"> {
  readonly action: "move";
  readonly symbol: string | undefined;
  readonly to: string;
  /** What to do about places that cannot be adapted: refuse, or leave them as they are. */
  readonly unproven: UnprovenChoice;
}

/** A code action of the language server, by its id from the list. */
export interface ActionEdit extends Omit<Addressed, "symbol"> {
  readonly action: "actions";
  /** The symbol that the action is for; undefined for the whole file. */
  readonly symbol: string | undefined;
  readonly id: string;
}

/** A parameter of the new list: the name of one that stays, code, or both with what existing calls pass. */
export type WantedParameter =
  | string
  | { readonly name?: string | undefined; readonly code?: string | undefined; readonly argument?: string | undefined };

/** Gives a function other parameters, and its callers the arguments for them. */
export interface SignatureEdit extends Addressed {
  readonly action: "change_signature";
  /** All of them, in order. */
  readonly parameters: readonly WantedParameter[];
  /** Rename a parameter even if its new name is in use in the function. */
  readonly force: boolean;
  /** What to do about calls that cannot be changed with proof. */
  readonly unproven: UnprovenChoice;
}

export type CodeEdit = ReplaceEdit | InsertEdit | RemoveEdit | RenameEdit | MoveEdit | ActionEdit | SignatureEdit;

/** A planned edit. Nothing is written yet: its changes are in the draft. */
export interface PlannedEdit {
  /** Short summary for headlines and the history: `replaced function Store/get`. */
  readonly done: string;
  /** Deviations from the request and other things worth knowing; sentences for the model. */
  readonly notes: readonly string[];
  /** Names whose users elsewhere may now have new problems. */
  readonly names: readonly string[];
  readonly leftovers?: Leftovers;
}

/** Text that still contains the old name after a rename: it is never changed unasked. */
export interface Leftovers {
  /** Exact number of lines. */
  readonly total: number;
  /** `README.md:12 docs: … the line …`; not all of them, comments and strings first. */
  readonly shown: readonly string[];
}
