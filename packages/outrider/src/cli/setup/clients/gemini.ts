import { join } from "node:path";
import { serverName, type SetupClient } from "../client.ts";

export const gemini: SetupClient = {
  name: "gemini",
  title: "Gemini CLI",
  format: "json",
  profile: "code",
  key: ["mcpServers"],
  file: (scope, { home, project }) => join(scope === "user" ? home : project, ".gemini", "settings.json"),
  entry: ({ command, args }) => ({ command, args }),
  // Gemini's own flags end at the dashes; the rest belongs to the server.
  command: ({ command, args }, scope) => ["gemini", "mcp", "add", "--scope", scope, serverName, command, "--", ...args],
  next: () => "Start Gemini CLI anew; /mcp lists its servers.",
};
