import { isRecord } from "../../workspace/config/is-record.ts";
import type { ManifestDriver, Mention } from "./manifest-driver.ts";
import { lockedPackages, parseToml, tableAt, textOf, versionOf } from "./parse-data.ts";

const groups = ["dependencies", "dev-dependencies", "build-dependencies"] as const;

/** `Cargo.toml` with its targets and workspace, and `Cargo.lock`. */
export const cargoManifests: ManifestDriver = {
  ecosystem: "rust",
  isManifest: (name) => name === "Cargo.toml",
  locks: ["Cargo.lock"],
  readManifest(text) {
    const data = parseToml(text);
    const places = [data, tableAt(data, "workspace"), ...Object.values(tableAt(data, "target"))];
    return places.flatMap((place) => groups.flatMap((group) => readGroup(tableAt(place, group))));
  },
  readLock: (text) => lockedPackages(text).map(({ name, version }) => ({ name, locked: version, direct: false })),
};

function readGroup(table: Readonly<Record<string, unknown>>): readonly Mention[] {
  return Object.entries(table).flatMap(([key, value]): Mention[] => {
    // A crate beside this one is the project itself.
    if (isRecord(value) && value["path"] !== undefined) return [];
    const name = isRecord(value) ? (textOf(value["package"]) ?? key) : key;
    return [{ name, wanted: versionOf(value), direct: true }];
  });
}
