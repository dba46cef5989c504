import { commandsFrom, existing, rootFiles, type Detector, type ProjectView } from "../detector.ts";
import { field, namesOf, readToml, textOf, type Data } from "../parse-data.ts";

/** Those that build packages by themselves. */
const builders: ReadonlySet<string> = new Set(["uv", "poetry", "pdm"]);

export const pythonDetector: Detector = {
  name: "Python",
  manifests: (view) =>
    rootFiles(view, "pyproject.toml", "setup.py", "setup.cfg", /^requirements.*\.txt$/, "Pipfile", "tox.ini"),
  async detect(view, [manifest = "pyproject.toml"]) {
    const data = readToml(await view.read("pyproject.toml"));
    const manager = findManager(view, data);
    const prefix = { uv: "uv run ", poetry: "poetry run ", pdm: "pdm run ", pipenv: "pipenv run ", pip: "" }[manager];
    const tools = namesOf(field(data, "tool"));
    const lint = tools.includes("ruff")
      ? "ruff check"
      : tools.includes("flake8") || view.paths.has(".flake8")
        ? "flake8"
        : undefined;
    const usesPytest =
      tools.includes("pytest") || view.paths.has("pytest.ini") || view.paths.has("conftest.py") || hasPytestFiles(view);
    const summary =
      textOf(field(data, "project", "description")) ?? textOf(field(data, "tool", "poetry", "description"));
    const licence = textOf(field(data, "project", "license")) ?? textOf(field(data, "project", "license", "text"));
    const runs = view.paths.has("manage.py") ? `${prefix}python manage.py runserver` : undefined;
    return {
      packageManager: manager,
      commands: commandsFrom(manifest, {
        ...(data === undefined
          ? {}
          : { build: builders.has(manager) ? `${manager} build` : `${prefix}python -m build` }),
        test: view.paths.has("tox.ini") ? "tox" : usesPytest ? `${prefix}pytest` : `${prefix}python -m unittest`,
        ...(lint === undefined ? {} : { lint: `${prefix}${lint}` }),
        ...(runs === undefined ? {} : { run: runs }),
      }),
      entryPoints: [
        ...existing(view, "manage.py", "main.py", "app.py", "src/main.py", "wsgi.py"),
        ...[...view.paths].filter((path) => /^(?:src\/)?[^/]+\/__main__\.py$/.test(path)).toSorted(),
      ],
      ...(summary === undefined ? {} : { summary }),
      ...(licence === undefined ? {} : { licence }),
    };
  },
};

function findManager(view: ProjectView, data: Data): "uv" | "poetry" | "pdm" | "pipenv" | "pip" {
  if (view.paths.has("uv.lock")) return "uv";
  if (view.paths.has("poetry.lock") || field(data, "tool", "poetry") !== undefined) return "poetry";
  if (view.paths.has("pdm.lock")) return "pdm";
  return view.paths.has("Pipfile") ? "pipenv" : "pip";
}

function hasPytestFiles(view: ProjectView): boolean {
  for (const path of view.paths) if (/(?:^|\/)(?:conftest|test_[^/]+)\.py$/.test(path)) return true;
  return false;
}
