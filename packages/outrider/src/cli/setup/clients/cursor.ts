import { join } from "node:path";
import { type SetupClient, withProject } from "../client.ts";

export const cursor: SetupClient = {
  name: "cursor",
  title: "Cursor",
  format: "json",
  profile: "code",
  key: ["mcpServers"],
  file: (scope, { home, project }) => join(scope === "user" ? home : project, ".cursor", "mcp.json"),
  entry(launch, scope) {
    // Cursor does not promise to start a server in the project.
    const { command, args } = scope === "project" ? withProject(launch, "${workspaceFolder}") : launch;
    return { command, args };
  },
  next: () => "Open Cursor's settings, Tools & MCP, and switch outrider on.",
};
