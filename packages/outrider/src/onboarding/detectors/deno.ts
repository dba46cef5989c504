import { existing, kindOf, rootFiles, type Detector } from "../detector.ts";
import { field, namesOf, readJson } from "../parse-data.ts";

export const denoDetector: Detector = {
  name: "Deno",
  manifests: (view) => rootFiles(view, "deno.json", "deno.jsonc"),
  async detect(view, [manifest = "deno.json"]) {
    const tasks = namesOf(field(readJson(await view.read(manifest)), "tasks"));
    const commands = tasks.flatMap((name) => {
      const kind = kindOf(name);
      return kind === undefined ? [] : [{ kind, command: `deno task ${name}`, from: manifest }];
    });
    const hasTest = commands.some(({ kind }) => kind === "test");
    return {
      packageManager: "deno",
      commands: hasTest ? commands : [...commands, { kind: "test", command: "deno test", from: manifest }],
      entryPoints: existing(view, "main.ts", "mod.ts", "src/main.ts", "src/mod.ts"),
    };
  },
};
