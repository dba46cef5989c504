/** What the handlers of these tools are given. */
export interface Services {
  /** The directory that the tools look at. */
  readonly root: string;
}
