import { join } from "node:path";
import { serverName, type SetupClient, launchWords } from "../client.ts";

export const claudeCode: SetupClient = {
  name: "claude-code",
  title: "Claude Code",
  format: "json",
  profile: "code",
  key: ["mcpServers"],
  file(scope, { home, env, project }) {
    return scope === "user" ? join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json") : join(project, ".mcp.json");
  },
  entry: ({ command, args }) => ({ type: "stdio", command, args }),
  command: (launch, scope) => ["claude", "mcp", "add", "--scope", scope, serverName, "--", ...launchWords(launch)],
  next: (scope) =>
    scope === "user"
      ? "Start Claude Code anew; /mcp lists its servers."
      : "Start Claude Code in the project; it asks once whether the server may run, and /mcp lists it.",
};
