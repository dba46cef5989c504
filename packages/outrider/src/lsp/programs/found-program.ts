/** Where the program of a server is. */
export type ProgramSearch = FoundProgram | MissingProgram;

export interface FoundProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** For the process alone, beside what every server is given. */
  readonly env: Readonly<Record<string, string>>;
  readonly from: "settings" | "cache" | "path" | "project";
  /** As its package says; undefined where only the program itself could tell. */
  readonly version?: string;
  /** The file that people know it by: a script rather than the Node that runs it. */
  readonly shown: string;
}

export interface MissingProgram {
  /** Why it cannot be started. */
  readonly missing: string;
  /** How to get it. */
  readonly obtain: string;
}
