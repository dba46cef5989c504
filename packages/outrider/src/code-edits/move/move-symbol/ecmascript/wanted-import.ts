import type { ImportedName } from "../../../../languages/modules/module-facts.ts";

/** A name that a file shall bring in, or hand on. */
export interface WantedImport {
  readonly source: string;
  readonly kind: ImportedName["kind"];
  readonly name: string;
  readonly local: string;
  readonly isTypeOnly: boolean;
  readonly handsOn: boolean;
}
