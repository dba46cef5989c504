import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { python } from "./index.ts";

const json = JSON.stringify;

describeEcosystem(python, {
  manifests: [
    {
      title: "Python: the standard, groups, Poetry, uv's lock",
      files: {
        "pyproject.toml": `[project]\ndependencies = ["requests[socks]>=2.0; python_version > '3'", "PyYAML"]\n[dependency-groups]\ndev = ["pytest>=8", {include-group = "x"}]\n[tool.poetry.dependencies]\npython = "^3.9"\nflask = {version = "^3"}\n`,
        "uv.lock": `[[package]]\nname = "requests"\nversion = "2.31.0"\n\n[[package]]\nname = "pyyaml"\nversion = "6.0"\n\n[[package]]\nname = "idna"\nversion = "3.4"\n`,
      },
      dependencies: [
        "requests | >=2.0 | 2.31.0",
        "PyYAML | 6.0",
        "pytest | >=8",
        "flask | ^3",
        "idna | 3.4 | indirect",
      ],
    },
    {
      title: "Python: requirements and Pipfile",
      files: {
        "requirements-dev.txt": `# dev\n-r base.txt\n--index-url https://example.test/simple\nblack==24.1.0  # format\nhttps://example.test/x.whl\n./local\nrich @ https://example.test/rich.whl\n`,
        Pipfile: `[packages]\nflask = "*"\n`,
        "Pipfile.lock": json({ default: { flask: { version: "==3.0.0" } } }),
      },
      dependencies: ["flask | * | 3.0.0", "black | ==24.1.0", "rich | @ https://example.test/rich.whl"],
    },
  ],
  sources: [
    {
      title: "Python, by module",
      files: {
        "work/project/.venv/lib/python3.12/site-packages/yaml/__init__.py": "",
        "work/project/.venv/lib/python3.12/site-packages/yaml-6.0.dist-info/METADATA": "",
      },
      path: "yaml",
      version: "6.0",
      root: "work/project/.venv/lib/python3.12/site-packages/yaml",
    },
    {
      title: "Python, by distribution, in the active environment",
      files: {
        "active/lib/python3.12/site-packages/yaml/__init__.py": "",
        "active/lib/python3.12/site-packages/PyYAML-6.0.dist-info/top_level.txt": "_yaml\nyaml\n",
      },
      path: "pyyaml",
      version: "6.0",
      root: "active/lib/python3.12/site-packages/yaml",
    },
  ],
  detectors: [
    {
      detector: "Python",
      title: "pipenv, which has no build of its own",
      files: { "pyproject.toml": "[project]\n", Pipfile: "", "conftest.py": "" },
      manager: "pipenv",
      commands: [
        ["build", "pipenv run python -m build"],
        ["test", "pipenv run pytest"],
      ],
    },
    {
      detector: "Python",
      title: "uv and ruff",
      files: { "pyproject.toml": "[tool.ruff]\n[tool.pytest.ini_options]\n", "uv.lock": "", "pkg/__main__.py": "" },
      manager: "uv",
      commands: [
        ["build", "uv build"],
        ["test", "uv run pytest"],
        ["lint", "uv run ruff check"],
      ],
      entryPoints: ["pkg/__main__.py"],
    },
    {
      detector: "Python",
      title: "requirements alone",
      files: { "requirements-dev.txt": "", "manage.py": "" },
      manager: "pip",
      commands: [
        ["test", "python -m unittest"],
        ["run", "python manage.py runserver"],
      ],
      entryPoints: ["manage.py"],
    },
  ],
});
