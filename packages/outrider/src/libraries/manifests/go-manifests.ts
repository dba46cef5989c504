import type { ManifestDriver } from "./manifest-driver.ts";

/** `go.mod`; `go.sum` adds nothing, since what it sums need not be used. */
export const goManifests: ManifestDriver = {
  ecosystem: "go",
  isManifest: (name) => name === "go.mod",
  locks: [],
  readManifest(text) {
    let isRequire = false;
    return text.split(/\r?\n/).flatMap((each) => {
      const line = each.trim();
      if (/^require\s*\($/.test(line)) isRequire = true;
      else if (line === ")") isRequire = false;
      const words = (isRequire ? line : line.replace(/^require\s+/, "")).split(/\s+/);
      const [name = "", version = ""] = words;
      if ((!isRequire && !line.startsWith("require ")) || !/^v\d/.test(version)) return [];
      const direct = !line.includes("// indirect");
      return [{ name, locked: version, ...(direct ? { wanted: version } : {}), direct }];
    });
  },
  readLock: () => [],
};
