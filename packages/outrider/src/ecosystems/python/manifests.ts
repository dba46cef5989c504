import type { ManifestReader, DependencyEntry } from "../ecosystem.ts";
import { listAt, lockedPackages, parseJson, parseToml, tableAt, textOf, versionOf } from "../parse-data.ts";

/** `pyproject.toml` (standard, Poetry, uv), `requirements*.txt`, `Pipfile`, and their lock files. */
export const manifests: ManifestReader = {
  isManifest: (name) =>
    name === "pyproject.toml" || name === "Pipfile" || /^requirements[\w.-]*\.(?:txt|in)$/.test(name),
  readManifest(text, name) {
    if (name === "pyproject.toml") return readProject(text);
    if (name === "Pipfile") return readPipfile(text);
    return text.split(/\r?\n/).flatMap((line) => requirement(line.replace(/(?:^|\s)#.*$/, "")));
  },
  locks: {
    names: ["poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock"],
    read: (text, name) => (name === "Pipfile.lock" ? readPipfileLock(text) : lockedPackages(text)),
  },
  normaliseName,
};

function readProject(text: string): readonly DependencyEntry[] {
  const data = parseToml(text);
  const lists = [
    listAt(data, "project", "dependencies"),
    ...Object.values(tableAt(data, "project", "optional-dependencies")).map((list) => listAt(list)),
    ...Object.values(tableAt(data, "dependency-groups")).map((list) => listAt(list)),
    listAt(data, "tool", "uv", "dev-dependencies"),
  ];
  const poetry = tableAt(data, "tool", "poetry");
  const tables = [
    tableAt(poetry, "dependencies"),
    tableAt(poetry, "dev-dependencies"),
    ...Object.values(tableAt(poetry, "group")).map((group) => tableAt(group, "dependencies")),
  ];
  return [
    ...lists.flat().flatMap((each) => requirement(textOf(each) ?? "")),
    ...tables.flatMap((table) => Object.entries(table).flatMap(([name, wanted]) => named(name, versionOf(wanted)))),
  ];
}

function readPipfile(text: string): readonly DependencyEntry[] {
  const data = parseToml(text);
  return ["packages", "dev-packages"].flatMap((group) =>
    Object.entries(tableAt(data, group)).flatMap(([name, wanted]) => named(name, versionOf(wanted))),
  );
}

function readPipfileLock(text: string): readonly DependencyEntry[] {
  const data = parseJson(text);
  return ["default", "develop"].flatMap((group) =>
    Object.entries(tableAt(data, group)).map(([name, entry]) => ({
      name,
      locked: versionOf(entry)?.replace(/^==/, ""),
      direct: false,
    })),
  );
}

/** `requests[socks]>=2.0; python_version > "3"`; options, URLs and paths do not name a library. */
function requirement(line: string): readonly DependencyEntry[] {
  const [, name, rest = ""] = /^\s*([A-Za-z0-9][\w.-]*)\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || (rest.includes("://") && !rest.includes("@")) || /^[:/\\]/.test(rest)) return [];
  const wanted = rest
    .replace(/^\[[^\]]*\]/, "")
    .split(";", 1)[0]
    ?.trim();
  return named(name, wanted === "" ? undefined : wanted);
}

function named(name: string, wanted: string | undefined): readonly DependencyEntry[] {
  return name.toLowerCase() === "python" ? [] : [{ name, wanted, direct: true }];
}

/** Distribution names are compared case-insensitively and with a single separator. */
export function normaliseName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
