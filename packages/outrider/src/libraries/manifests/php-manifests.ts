import type { ManifestDriver } from "./manifest-driver.ts";
import { listAt, parseJson, tableAt, textOf } from "./parse-data.ts";

/** `composer.json` and `composer.lock`; PHP itself and its extensions are no libraries. */
export const phpManifests: ManifestDriver = {
  ecosystem: "php",
  isManifest: (name) => name === "composer.json",
  locks: ["composer.lock"],
  readManifest(text) {
    const data = parseJson(text);
    return ["require", "require-dev"].flatMap((group) =>
      Object.entries(tableAt(data, group))
        .filter(([name]) => name.includes("/"))
        .map(([name, wanted]) => ({ name, wanted: textOf(wanted), direct: true })),
    );
  },
  readLock(text) {
    const data = parseJson(text);
    return ["packages", "packages-dev"].flatMap((group) =>
      listAt(data, group).flatMap((each) => {
        const { name, version } = tableAt(each);
        return typeof name === "string" ? [{ name, locked: textOf(version), direct: false }] : [];
      }),
    );
  },
};
