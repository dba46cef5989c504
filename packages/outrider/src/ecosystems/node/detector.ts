import { commandsOfScripts, existing, rootFiles, type Detector, type ProjectView } from "../detection.ts";
import { filledText, namesAt, readJson, tableAt, textOf } from "../parse-data.ts";

const manifest = "package.json";
const managers = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
} as const;

export const detector: Detector = {
  name: "Node.js",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readJson(await view.read(manifest));
    const packageManager = findManager(view, data);
    return {
      packageManager,
      commands: commandsOfScripts(manifest, namesAt(data, "scripts"), (name) => runScript(packageManager, name)),
      entryPoints: findEntries(view, data),
      licence: filledText(data, "license"),
      summary: filledText(data, "description"),
    };
  },
};

function findManager(view: ProjectView, data: unknown): string {
  const [named] = /^(?:npm|pnpm|yarn|bun)/.exec(filledText(data, "packageManager") ?? "") ?? [];
  return named ?? Object.entries(managers).find(([lock]) => view.paths.has(lock))?.[1] ?? "npm";
}

function runScript(manager: string, name: string): string {
  const isShort = manager === "npm" && /^(?:test|start)$/.test(name);
  const needsRun = manager === "bun" || (manager === "npm" && !isShort);
  return `${manager} ${needsRun ? "run " : ""}${name}`;
}

function findEntries(view: ProjectView, data: unknown): readonly string[] {
  const bins = Object.values(tableAt(data, "bin")).map(textOf);
  const named = [filledText(data, "main"), filledText(data, "bin"), ...bins];
  const paths = named.flatMap((path) => (path === undefined ? [] : [path.replace(/^\.\//, "")]));
  const usual = ["index", "main", "server", "app", "cli"].flatMap((name) =>
    ["ts", "tsx", "js", "mjs"].flatMap((end) => [`src/${name}.${end}`, `${name}.${end}`]),
  );
  return existing(view, ...paths, ...usual);
}
