import type { Contents, RecordedChange } from "./record.ts";

/** Something that was done, for the history. */
export interface Done {
  readonly title: string;
  readonly deed: RecordedChange;
  readonly contents: Contents;
  readonly joins?: number;
  readonly undoes?: number;
}

/** The id, or why it cannot be undone: what was done stays done either way. */
export type Keep = (done: Done) => Promise<{ readonly id?: string; readonly note?: string }>;
