import { directoryFrom } from "../../workspace/paths/inside.ts";
import { join } from "node:path";
import { commandsFrom, existing, matching, rootFiles, type Detector, type ProjectView } from "../detection.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { parseToml, tableAt, textOf, nonEmptyText, namesAt, readToml, valueAt } from "../parse-data.ts";
import { manifests } from "./manifests.ts";
import { sources } from "./sources.ts";

/** Tools that build packages themselves. */
const builders: ReadonlySet<string> = new Set(["uv", "poetry", "pdm"]);

const detector: Detector = {
  name: "Python",
  manifests: (view) =>
    rootFiles(view, "pyproject.toml", "setup.py", "setup.cfg", /^requirements.*\.txt$/, "Pipfile", "tox.ini"),
  async detect(view, [manifest = "pyproject.toml"]) {
    const data = readToml(await view.read("pyproject.toml"));
    const manager = findManager(view, data);
    const prefix = manager === "pip" ? "" : `${manager} run `;
    const lint = findLinter(view, data);
    const build = builders.has(manager) ? `${manager} build` : `${prefix}python -m build`;
    const test = usesPytest(view, data) ? "pytest" : "python -m unittest";
    return {
      packageManager: manager,
      commands: commandsFrom(manifest, {
        build: data === undefined ? undefined : build,
        test: view.paths.has("tox.ini") ? "tox" : `${prefix}${test}`,
        lint: lint === undefined ? undefined : `${prefix}${lint}`,
        run: view.paths.has("manage.py") ? `${prefix}python manage.py runserver` : undefined,
      }),
      entryPoints: [
        ...existing(view, "manage.py", "main.py", "app.py", "src/main.py", "wsgi.py"),
        ...matching(view, /^(?:src\/)?[^/]+\/__main__\.py$/),
      ],
      summary: nonEmptyText(data, "project", "description") ?? nonEmptyText(data, "tool", "poetry", "description"),
      licence: nonEmptyText(data, "project", "license") ?? nonEmptyText(data, "project", "license", "text"),
    };
  },
};

export const python: Ecosystem = {
  caches: [".cache/pip", ".cache/pypoetry", ".cache/uv"],
  id: "python",
  sharedLibraries: ({ environment, home }) => [
    join(directoryFrom(environment["PYENV_ROOT"]) ?? join(home, ".pyenv"), "versions"),
    ...["CONDA_PREFIX", "VIRTUAL_ENV"]
      .flatMap((name) => directoryFrom(environment[name]) ?? [])
      .map((each) => join(each, "lib")),
    ...[".local/lib", ".local/share/uv/python", ".local/share/mise/installs", ".asdf/installs"].map((each) =>
      join(home, each),
    ),
  ],
  manifests,
  sources,
  ownName: { file: "pyproject.toml", read: (text) => textOf(tableAt(parseToml(text), "project")["name"]) },
  detectors: [detector],
};

function findManager(view: ProjectView, data: unknown): "uv" | "poetry" | "pdm" | "pipenv" | "pip" {
  if (view.paths.has("uv.lock")) return "uv";
  if (view.paths.has("poetry.lock") || valueAt(data, "tool", "poetry") !== undefined) return "poetry";
  if (view.paths.has("pdm.lock")) return "pdm";
  return view.paths.has("Pipfile") ? "pipenv" : "pip";
}

function findLinter(view: ProjectView, data: unknown): string | undefined {
  const tools = namesAt(data, "tool");
  if (tools.includes("ruff")) return "ruff check";
  return tools.includes("flake8") || view.paths.has(".flake8") ? "flake8" : undefined;
}

function usesPytest(view: ProjectView, data: unknown): boolean {
  if (namesAt(data, "tool").includes("pytest") || view.paths.has("pytest.ini")) return true;
  for (const path of view.paths) if (/(?:^|\/)(?:conftest|test_[^/]+)\.py$/.test(path)) return true;
  return false;
}
