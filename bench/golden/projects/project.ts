export interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly links?: Readonly<Record<string, string>>;
  /** A repository with everything committed; then these are written over it. */
  readonly git?: Readonly<Record<string, string>>;
  /** A directory that is copied first. */
  readonly from?: string;
}
