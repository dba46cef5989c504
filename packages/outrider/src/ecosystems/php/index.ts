import { join } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
import { isInside } from "../../workspace/paths/inside.ts";
import { commandsFrom, commandsOfScripts, existing, rootFiles, type Detector } from "../detection.ts";
import type { Ecosystem, LibrarySource, Machine, ManifestReader } from "../ecosystem.ts";
import { nonEmptyText, listAt, namesAt, parseJson, readJson, tableAt, textOf } from "../parse-data.ts";
import { splitVersion } from "../version.ts";

const manifest = "composer.json";

/** `composer.json` and `composer.lock`; PHP itself and its extensions are not libraries. */
const manifests: ManifestReader = {
  isManifest: (name) => name === manifest,
  readManifest(text) {
    const data = parseJson(text);
    return ["require", "require-dev"].flatMap((group) =>
      Object.entries(tableAt(data, group))
        .filter(([name]) => name.includes("/"))
        .map(([name, wanted]) => ({ name, wanted: textOf(wanted), direct: true })),
    );
  },
  locks: {
    names: ["composer.lock"],
    read(text) {
      const data = parseJson(text);
      return ["packages", "packages-dev"].flatMap((group) =>
        listAt(data, group).flatMap((each) => {
          const { name, version } = tableAt(each);
          return typeof name === "string" ? [{ name, locked: textOf(version), direct: false }] : [];
        }),
      );
    },
  },
};

/** `vendor/VENDOR/NAME`, as installed by Composer. */
const sources: LibrarySource = {
  place: "Composer vendor",
  installDirectories: ["vendor"],
  async find({ projectRoot, directory, segments }, machine) {
    const [vendorName = "", second = "", ...rest] = segments;
    const { name: last, version: wanted } = splitVersion(second);
    if (!/^[a-z0-9][\w.-]*$/i.test(vendorName) || !/^[a-z0-9][\w.-]*$/i.test(last)) return [];
    const vendor = await machine.realDirectory(join(directory, "vendor"));
    if (vendor === undefined || !isInside(directory, vendor)) return [];
    const name = `${vendorName}/${last}`;
    const versions = await readInstalled(vendor, machine);
    const root = versions === undefined ? undefined : await machine.realDirectory(join(vendor, name));
    if (root === undefined || !isInside(projectRoot, root)) return [];
    return [{ name, version: versions?.get(name.toLowerCase()), wanted, root, rest }];
  },
};

const detector: Detector = {
  name: "PHP",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readJson(await view.read(manifest));
    const scripts = commandsOfScripts(manifest, namesAt(data, "scripts"), (name) => `composer ${name}`);
    const usesPhpunit = view.paths.has("phpunit.xml") || view.paths.has("phpunit.xml.dist");
    const hasTest = scripts.some(({ kind }) => kind === "test");
    const phpunit = usesPhpunit && !hasTest ? commandsFrom(manifest, { test: "vendor/bin/phpunit" }) : [];
    return {
      packageManager: "composer",
      commands: [...scripts, ...phpunit],
      entryPoints: existing(view, "public/index.php", "index.php", "artisan", "bin/console"),
      summary: nonEmptyText(data, "description"),
      licence: nonEmptyText(data, "license"),
    };
  },
};

export const php: Ecosystem = {
  caches: [".cache/composer"],
  id: "php",
  manifests,
  sources,
  detectors: [detector],
};

/** Versions by name; undefined if Composer installed nothing, since other tools use `vendor/` too. */
async function readInstalled(vendor: string, { readStart }: Machine): Promise<ReadonlyMap<string, string> | undefined> {
  const text = await readStart(join(vendor, "composer", "installed.json"), 8 * 1024 * 1024);
  try {
    const data: unknown = text === undefined ? undefined : JSON.parse(text);
    const packages: unknown = isRecord(data) ? data["packages"] : data;
    if (!Array.isArray(packages)) return undefined;
    const pairs = packages.flatMap((each: unknown): [string, string][] => {
      const { name, version } = tableAt(each);
      return typeof name === "string" && typeof version === "string" ? [[name.toLowerCase(), version]] : [];
    });
    return new Map(pairs);
  } catch {
    return new Map();
  }
}
