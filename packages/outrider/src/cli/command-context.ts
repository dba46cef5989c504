/** What the commands know about their environment. */
export interface CommandContext {
  readonly cwd: string;
  readonly version: string;
  readonly packageRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}
