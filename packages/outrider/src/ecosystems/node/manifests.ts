import { isRecord } from "../../workspace/config/is-record.ts";
import type { ManifestReader, DependencyEntry } from "../ecosystem.ts";
import { parseJson, tableAt, textOf } from "../parse-data.ts";
import { splitVersion } from "../version.ts";

const groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** `package.json`, and the locks of npm, yarn and pnpm. */
export const manifests: ManifestReader = {
  isManifest: (name) => name === "package.json",
  readManifest(text) {
    const data = parseJson(text);
    return groups.flatMap((group) =>
      Object.entries(tableAt(data, group)).map(([name, wanted]) => ({ name, wanted: textOf(wanted), direct: true })),
    );
  },
  locks: {
    names: ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml"],
    read(text, name) {
      if (name === "yarn.lock") return readYarn(text);
      return name === "pnpm-lock.yaml" ? readPnpm(text) : readNpm(text);
    },
  },
};

function readNpm(text: string): readonly DependencyEntry[] {
  const data = parseJson(text);
  const packages = Object.entries(tableAt(data, "packages"));
  if (packages.length === 0) return readOldNpm(tableAt(data, "dependencies"));
  const mark = "node_modules/";
  // Top-level packages first: they are what the project itself gets.
  return packages
    .filter(([path, entry]) => path.includes(mark) && isRecord(entry) && entry["link"] !== true)
    .toSorted(([left], [right]) => left.split(mark).length - right.split(mark).length)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf(mark) + mark.length),
      locked: textOf(tableAt(entry)["version"]),
      direct: false,
    }));
}

/** Version 1 nests packages; a worklist instead of recursion, since they may nest deeply. */
function readOldNpm(top: Readonly<Record<string, unknown>>): readonly DependencyEntry[] {
  const found: DependencyEntry[] = [];
  const waiting = [top];
  for (const table of waiting) {
    for (const [name, entry] of Object.entries(table)) {
      found.push({ name, locked: textOf(tableAt(entry)["version"]), direct: false });
      waiting.push(tableAt(entry, "dependencies"));
    }
  }
  return found;
}

/** `zod@^4.0.0, zod@^4.1.0:` with `version "4.1.0"` below; newer versions of Yarn write `"zod@npm:^4"` and `version: 4.1.0`. */
function readYarn(text: string): readonly DependencyEntry[] {
  const found: DependencyEntry[] = [];
  let name: string | undefined;
  for (const line of text.split("\n")) {
    if (/^["\w@]/.test(line)) {
      const first = line.startsWith('"') ? line.slice(1) : line;
      const at = first.indexOf("@", 1);
      name = at === -1 || first.startsWith("@workspace:", at) ? undefined : first.slice(0, at);
    }
    const version = /^ {2}version:? "?([^"\s]+)"?/.exec(line)?.[1];
    if (name !== undefined && version !== undefined) found.push({ name, locked: version, direct: false });
  }
  return found;
}

/** Keys of `packages`: `/zod@4.1.0:`, `'@a/b@1.0.0(c@2)':`, and formerly `/zod/4.1.0:`. */
function readPnpm(text: string): readonly DependencyEntry[] {
  const found: DependencyEntry[] = [];
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    section = /^(\w+):/.exec(line)?.[1] ?? section;
    const isKey = section === "packages" && line.endsWith(":");
    const key = isKey ? /^ {2}['"]?\/?([^\s'"(]+)/.exec(line)?.[1] : undefined;
    if (key === undefined) continue;
    const plain = oldKey(key.replace(/:$/, ""));
    const { name, version } = splitVersion(plain);
    if (version !== undefined) found.push({ name, locked: version.replace(/_.*$/, ""), direct: false });
  }
  return found;
}

/** `zod/4.1.0` as `zod@4.1.0`. */
function oldKey(key: string): string {
  const slash = key.lastIndexOf("/");
  return /^\d/.test(key.slice(slash + 1)) && !key.includes("@", 1)
    ? `${key.slice(0, slash)}@${key.slice(slash + 1)}`
    : key;
}
