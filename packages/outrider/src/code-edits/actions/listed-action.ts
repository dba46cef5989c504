/** An action as a list shows it. */
export interface ListedAction {
  /** Stays the same for as long as the file does; short. */
  readonly id: string;
  readonly title: string;
  /** As the protocol has it: `quickfix`, `refactor.extract.function`, `source.organizeImports`. */
  readonly kind: string;
  readonly line: number | undefined;
  /** Why it cannot be applied. */
  readonly disabled: string | undefined;
}
