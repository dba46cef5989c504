import { directoryFrom } from "../../workspace/paths/inside.ts";
import { join } from "node:path";
import { commandsFrom, commandsOfScripts, existing, rootFiles } from "../detection.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { namesAt, readJson } from "../parse-data.ts";

export const deno: Ecosystem = {
  caches: [".cache/deno"],
  id: "deno",
  sharedLibraries: ({ environment, home }) => [
    join(directoryFrom(environment["DENO_DIR"]) ?? join(home, ".cache/deno"), "npm"),
  ],

  detectors: [
    {
      name: "Deno",
      manifests: (view) => rootFiles(view, "deno.json", "deno.jsonc"),
      async detect(view, [manifest = "deno.json"]) {
        const tasks = namesAt(readJson(await view.read(manifest)), "tasks");
        const commands = commandsOfScripts(manifest, tasks, (name) => `deno task ${name}`);
        const hasTest = commands.some(({ kind }) => kind === "test");
        return {
          packageManager: "deno",
          commands: [...commands, ...(hasTest ? [] : commandsFrom(manifest, { test: "deno test" }))],
          entryPoints: existing(view, "main.ts", "mod.ts", "src/main.ts", "src/mod.ts"),
        };
      },
    },
  ],
};
