import { isToolError } from "toolwright";
import { usageError } from "toolwright/cli";
import { openOutrider, type OpenedOutrider, type OutriderOptions } from "../open-outrider.ts";

/** A missing directory or invalid settings are for the user to fix, not a failure of the program. */
export async function openOrUsageError(options: OutriderOptions): Promise<OpenedOutrider> {
  try {
    return await openOutrider(options);
  } catch (error) {
    throw isToolError(error) ? usageError(error.message) : error;
  }
}
