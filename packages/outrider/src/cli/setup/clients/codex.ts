import { join } from "node:path";
import { serverName, type SetupClient, launchWords } from "../client.ts";

export const codex: SetupClient = {
  name: "codex",
  title: "Codex",
  format: "toml",
  profile: "code",
  key: ["mcp_servers"],
  file(scope, { home, env, project }) {
    const folder = scope === "user" ? env["CODEX_HOME"] || join(home, ".codex") : join(project, ".codex");
    return join(folder, "config.toml");
  },
  entry: ({ command, args }) => ({ command, args }),
  command: (launch, scope) =>
    scope === "user" ? ["codex", "mcp", "add", serverName, "--", ...launchWords(launch)] : undefined,
  next: (scope) =>
    scope === "user"
      ? "Start Codex anew; /mcp lists its servers."
      : "Start Codex in the project; it reads this file only where you have trusted the directory. /mcp lists its servers.",
};
