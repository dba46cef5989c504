import { join } from "node:path";
import type { Machine, SetupClient } from "../client.ts";

export const zed: SetupClient = {
  name: "zed",
  title: "Zed",
  format: "json",
  profile: "full",
  key: ["context_servers"],
  file: (scope, machine) =>
    join(scope === "user" ? userFolder(machine) : join(machine.project, ".zed"), "settings.json"),
  entry: ({ command, args }) => ({ command, args }),
  next: () => "In Zed open the settings of the agent panel: outrider is listed among the MCP servers.",
};

function userFolder({ platform, home, env }: Machine): string {
  if (platform === "win32") return join(env["APPDATA"] || join(home, "AppData", "Roaming"), "Zed");
  if (platform === "linux") return join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "zed");
  return join(home, ".config", "zed");
}
