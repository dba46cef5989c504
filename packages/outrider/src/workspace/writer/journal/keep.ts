import type { Contents, RecordedChange } from "./record.ts";

/** A finished change, for the history. */
export interface Done {
  readonly title: string;
  readonly by?: string | undefined;
  readonly deed: RecordedChange;
  readonly contents: Contents;
  readonly joins?: number;
  readonly undoes?: number;
}

/** The id, or why it cannot be undone: the change itself stays either way. */
export type Keep = (done: Done) => Promise<{ readonly id?: string; readonly note?: string }>;
