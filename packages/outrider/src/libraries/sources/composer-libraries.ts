import { join } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";
import { isInside } from "../../workspace/paths/inside.ts";
import { lookUp as plain, type LookUp } from "../look-up.ts";
import { splitVersion } from "../version.ts";
import type { LibrarySource } from "./library-source.ts";

/** `vendor/VENDOR/NAME`, as Composer installs it. */
export function composerLibraries(lookUp: LookUp = plain): LibrarySource {
  return {
    ecosystem: "php",
    place: "Composer vendor",
    async find(projectRoot, segments, { directory = projectRoot } = {}) {
      const [vendorName = "", second = "", ...rest] = segments;
      const { name: last, version: wanted } = splitVersion(second);
      if (!/^[a-z0-9][\w.-]*$/i.test(vendorName) || !/^[a-z0-9][\w.-]*$/i.test(last)) return [];
      const vendor = await lookUp.realDirectory(join(directory, "vendor"));
      if (vendor === undefined || !isInside(directory, vendor)) return [];
      const name = `${vendorName}/${last}`;
      const versions = await installedIn(vendor);
      const root = versions === undefined ? undefined : await lookUp.realDirectory(join(vendor, name));
      if (root === undefined || !isInside(projectRoot, root)) return [];
      return [{ name, version: versions?.get(name.toLowerCase()), wanted, root, rest }];
    },
  };

  /** Undefined where Composer has installed nothing: others use `vendor/`, too. */
  async function installedIn(vendor: string): Promise<ReadonlyMap<string, string> | undefined> {
    const text = await lookUp.readStart(join(vendor, "composer", "installed.json"), 8 * 1024 * 1024);
    try {
      const data: unknown = text === undefined ? undefined : JSON.parse(text);
      const packages: unknown = isRecord(data) ? data["packages"] : data;
      if (!Array.isArray(packages)) return undefined;
      const pairs = packages.flatMap((each: unknown): [string, string][] => {
        const { name, version } = isRecord(each) ? each : {};
        return typeof name === "string" && typeof version === "string" ? [[name.toLowerCase(), version]] : [];
      });
      return new Map(pairs);
    } catch {
      return new Map();
    }
  }
}
