import { isRecord } from "../../workspace/config/is-record.ts";
import type { Manifest } from "../language.ts";

/** The name of an npm package, and what it takes from a registry. */
export const npmManifest: Manifest = {
  file: "package.json",
  read(text) {
    const data = parse(text);
    if (!isRecord(data) || typeof data.name !== "string" || data.name === "") return undefined;
    const dependencies = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
      .flatMap((kind) => Object.entries(isRecord(data[kind]) ? data[kind] : {}))
      .filter(([, version]) => typeof version === "string" && !local.test(version))
      .map(([name]) => name);
    return { name: data.name, dependencies };
  },
};

/** Versions that mean a directory, which may be in the same repository; `*` is how workspaces name each other. */
const local = /^(?:workspace|file|link|portal|patch):|^\*?$|^\.{0,2}\//;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
