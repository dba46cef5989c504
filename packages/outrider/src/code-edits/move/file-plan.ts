import type { Replacement } from "../../workspace/text/text-file.ts";
import type { DraftFile } from "../draft.ts";
import type { Location } from "./location.ts";

/** The effects of moving a file on others and on itself. */
export interface FilePlan {
  /** Edits of other files. */
  readonly others: readonly { readonly file: DraftFile; readonly replacements: readonly Replacement[] }[];
  /** Edits of the moved file, relative to its current text. */
  readonly own: readonly Replacement[];
  /** Places that prevent the move. */
  readonly doubts: readonly Location[];
  /** Places that may refer to the file but are left as they are. */
  readonly leftAlone: readonly Location[];
  readonly notes: readonly string[];
}

export interface FileMove {
  readonly file: DraftFile;
  /** Relative to the root. */
  readonly to: string;
}
