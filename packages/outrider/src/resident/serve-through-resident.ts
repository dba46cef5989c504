import type { Terminal } from "toolwright/cli";
import { connectResident, ResidentError } from "toolwright/resident";
import { loadUserConfig } from "../workspace/config/config-file.ts";
import { userConfigFile } from "../workspace/config/user-config-file.ts";
import { explainFailure } from "./explain-failure.ts";
import { findResident, type ResidentChoice } from "./find-resident.ts";
import { relayMcp } from "./relay-mcp.ts";
import { startCommand } from "./start-command.ts";
import type { McpAsk } from "./wire.ts";

/** Serves the client of this process through the resident one until it is gone; false if this process has to serve it itself. */
export async function serveThroughResident(
  choice: ResidentChoice,
  asked: Omit<McpAsk, "ask">,
  terminal: Pick<Terminal, "stdin" | "tell">,
): Promise<boolean> {
  const { config } = await loadUserConfig(userConfigFile());
  if (!config.resident.serve) return false;
  try {
    await relayMcp({
      input: terminal.stdin,
      output: process.stdout,
      ask: { ask: "mcp", ...asked },
      tell: terminal.tell,
      async connect() {
        const found = findResident(choice);
        return await connectResident({ ...found, start: async () => await startCommand(found) });
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof ResidentError)) throw error;
    await terminal.tell(`Serving without the resident process: ${explainFailure(error)}`);
    return false;
  }
}
