/** Handles of what was too long to show: `@out_…` (answers) and `@cmd_…` (commands, also while they run). */
export interface Outputs {
  isHandle(text: string): boolean;
  /** Gives a readable file with the whole output while `use` runs; a ToolError says when the handle is unknown. */
  withFile<Value>(handle: string, use: (file: string) => Promise<Value>): Promise<Value>;
}
