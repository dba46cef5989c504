import type { Replacement } from "../../workspace/text/text-file.ts";
import type { DraftFile } from "../draft.ts";
import type { Location } from "./location.ts";

/** What a file that is moved means for others and for itself. */
export interface FilePlan {
  /** Of other files. */
  readonly others: readonly { readonly file: DraftFile; readonly replacements: readonly Replacement[] }[];
  /** Of the moved file, in its text as it is. */
  readonly own: readonly Replacement[];
  /** What stands in the way. */
  readonly doubts: readonly Location[];
  /** What may mean the file and is left as it is. */
  readonly leftAlone: readonly Location[];
  readonly notes: readonly string[];
}

export interface FileMove {
  readonly file: DraftFile;
  /** Below the root. */
  readonly to: string;
}
