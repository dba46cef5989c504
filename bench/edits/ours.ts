/** The built Outrider server over stdio. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Contestant, patienceMs, textOf } from "./contestant.ts";

export function openOurs(server: string): Contestant {
  return {
    title: "Outrider",
    speaks: () => true,
    does: () => true,
    async open(root) {
      const client = new Client({ name: "bench", version: "1.0.0" });
      const state = mkdtempSync(join(tmpdir(), "edits-state-"));
      const args = [server, "serve", "--project", root, "--state-dir", state];
      const env = { ...getDefaultEnvironment(), XDG_CONFIG_HOME: state, XDG_STATE_HOME: state, APPDATA: state };
      await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore", env }));
      return {
        root,
        async edit(input) {
          const options = { timeout: patienceMs, resetTimeoutOnProgress: true };
          const answer = await client.callTool({ name: "edit_code", arguments: { ...input } }, undefined, options);
          return answer.isError === true ? { code: "", message: textOf(answer) } : undefined;
        },
        async close() {
          await client.close();
          rmSync(state, { recursive: true, force: true });
        },
      };
    },
  };
}
