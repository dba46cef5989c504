/** A text that is not what its name says; where, if the parser knows. */
export class DataSyntaxError extends Error {
  override readonly name = "DataSyntaxError";
  readonly offset: number | undefined;

  constructor(problem: string, offset?: number) {
    super(problem);
    this.offset = offset;
  }
}
