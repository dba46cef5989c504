import { didYouMean } from "toolwright";
import { usageError } from "toolwright/cli";
import type { SetupClient } from "./client.ts";
import { claudeCode } from "./clients/claude-code.ts";
import { codex } from "./clients/codex.ts";
import { cursor } from "./clients/cursor.ts";
import { gemini } from "./clients/gemini.ts";
import { vscode } from "./clients/vscode.ts";
import { zed } from "./clients/zed.ts";

export const clients: readonly SetupClient[] = [claudeCode, codex, cursor, gemini, vscode, zed];

/** The client with this name, or a usage error that suggests the nearest name and lists all. */
export function chooseClient(name: string): SetupClient {
  const client = clients.find((each) => each.name === name);
  if (client !== undefined) return client;
  const names = clients.map((each) => each.name);
  const guess = didYouMean(name, names, (nearest) => `\`outrider setup ${nearest}\``);
  throw usageError(`There is no client ${JSON.stringify(name)}.${guess} Clients: ${names.join(", ")}.`);
}
