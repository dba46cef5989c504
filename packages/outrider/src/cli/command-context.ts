/** What the commands know of where they run. */
export interface CommandContext {
  readonly cwd: string;
  readonly version: string;
  readonly packageRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}
