import { isToolError } from "toolwright";
import { usageError } from "toolwright/cli";
import { openOutrider, type OpenedOutrider, type OutriderOptions } from "../open-outrider.ts";

/** A directory that is not there or settings with mistakes are the person's to mend, not a failure of the program. */
export async function openOrUsageError(options: OutriderOptions): Promise<OpenedOutrider> {
  try {
    return await openOutrider(options);
  } catch (error) {
    throw isToolError(error) ? usageError(error.message) : error;
  }
}
