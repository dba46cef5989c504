import { join } from "node:path";
import { type Machine, serverName, type SetupClient, withProject } from "../client.ts";

export const vscode: SetupClient = {
  name: "vscode",
  title: "VS Code",
  format: "json",
  profile: "code",
  key: ["servers"],
  file: (scope, machine) =>
    scope === "user"
      ? join(userFolder(machine), "Code", "User", "mcp.json")
      : join(machine.project, ".vscode", "mcp.json"),
  entry(launch, scope) {
    const { command, args } = scope === "project" ? withProject(launch, "${workspaceFolder}") : launch;
    return { type: "stdio", command, args };
  },
  command: ({ command, args }, scope) =>
    scope === "user" ? ["code", "--add-mcp", JSON.stringify({ name: serverName, command, args })] : undefined,
  next: () => "In VS Code run the command MCP: List Servers, choose outrider and start it.",
};

/** Where the default profile of VS Code keeps its settings. */
function userFolder({ platform, home, env }: Machine): string {
  if (platform === "win32") return env["APPDATA"] || join(home, "AppData", "Roaming");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  return env["XDG_CONFIG_HOME"] || join(home, ".config");
}
