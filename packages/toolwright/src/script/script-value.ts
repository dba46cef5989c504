/** What a script sends. */
export interface ScriptInput {
  readonly code: string;
}

/** All that comes back from a script. */
export interface ScriptValue {
  /** What `print` was given, a line each. */
  readonly printed: string;
  /** Absent if the script returned nothing. */
  readonly returned?: unknown;
  /** What the person who wrote the script should know: calls nobody waited for, lines that were not printed. */
  readonly notes?: string[] | undefined;
}
