import { existing, kindOf, rootFiles, type Detector, type FoundCommand, type ProjectView } from "../detector.ts";
import { field, namesOf, readJson, textOf, textsOf, type Data } from "../parse-data.ts";

const manifest = "package.json";
const locks = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
} as const;

export const nodeDetector: Detector = {
  name: "Node.js",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readJson(await view.read(manifest));
    const packageManager = findManager(view, data);
    const licence = textOf(field(data, "license"));
    const summary = textOf(field(data, "description"));
    return {
      packageManager,
      commands: findCommands(data, packageManager),
      entryPoints: findEntries(view, data),
      ...(licence === undefined ? {} : { licence }),
      ...(summary === undefined ? {} : { summary }),
    };
  },
};

function findManager(view: ProjectView, data: Data): string {
  const [named] = /^(?:npm|pnpm|yarn|bun)/.exec(textOf(field(data, "packageManager")) ?? "") ?? [];
  const [lock] = Object.entries(locks).find(([file]) => view.paths.has(file)) ?? [];
  return named ?? Object.entries(locks).find(([file]) => file === lock)?.[1] ?? "npm";
}

function findCommands(data: Data, manager: string): readonly FoundCommand[] {
  return namesOf(field(data, "scripts")).flatMap((name) => {
    const kind = kindOf(name);
    if (kind === undefined) return [];
    const needsRun =
      manager === "npm" || manager === "bun" ? !(manager === "npm" && /^(?:test|start)$/.test(name)) : false;
    return [{ kind, command: `${manager} ${needsRun ? "run " : ""}${name}`, from: manifest }];
  });
}

function findEntries(view: ProjectView, data: Data): readonly string[] {
  const bin = field(data, "bin");
  const named = [textOf(field(data, "main")), textOf(bin), ...textsOf(bin).map(([, path]) => path)];
  const paths = named.flatMap((path) => (path === undefined ? [] : [path.replace(/^\.\//, "")]));
  const usual = ["index", "main", "server", "app", "cli"].flatMap((name) =>
    ["ts", "tsx", "js", "mjs"].flatMap((end) => [`src/${name}.${end}`, `${name}.${end}`]),
  );
  return existing(view, ...paths, ...usual);
}
