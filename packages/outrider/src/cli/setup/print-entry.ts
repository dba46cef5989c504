import { commandLine } from "toolwright/cli";
import { type Scope, serverName, type SetupClient } from "./client.ts";
import type { Launch } from "./launch.ts";
import { mergeJson } from "./merge-json.ts";
import { mergeToml } from "./merge-toml.ts";
import type { Merged } from "./merged.ts";

/** The entry merged into a file of this client. */
export function mergeEntry(client: SetupClient, launch: Launch, scope: Scope, text: string | undefined): Merged {
  const merge = client.format === "json" ? mergeJson : mergeToml;
  return merge({ text, path: [...client.key, serverName], entry: client.entry(launch, scope) });
}

/** What a person pastes who would rather do it by hand. */
export function printEntry(client: SetupClient, launch: Launch, scope: Scope, file: string): string {
  const { text } = mergeEntry(client, launch, scope, undefined);
  const [program, ...words] = client.command?.(launch, scope) ?? [];
  const command = program === undefined ? [] : ["", "Or run:", "", `  ${commandLine(program, ...words)}`];
  return [`Add to ${file}:`, "", text.trimEnd(), ...command].join("\n");
}
