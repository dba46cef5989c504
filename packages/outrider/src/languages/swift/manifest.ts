import type { PackageFacts } from "../manifest.ts";

/** The modules of a package by the folders that `Package.swift` gives them. */
export function readPackage(text: string): PackageFacts | undefined {
  const code = text.replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, "");
  const name = /\bPackage\s*\(\s*name:\s*"([^"]+)"/.exec(code)?.[1];
  if (name === undefined) return undefined;
  const targets = [...code.matchAll(/\.(target|executableTarget|testTarget|macro)\s*\(\s*name:\s*"([^"]+)"/g)];
  const directories = new Map<string, readonly string[]>();
  for (const { 1: kind = "", 2: module = "", index } of targets) {
    const next = /\.(?:target|executableTarget|testTarget|macro)\s*\(\s*name:/.exec(code.slice(index + 1))?.index;
    const path = /\bpath:\s*"([^"]*)"/.exec(code.slice(index, next === undefined ? undefined : index + 1 + next))?.[1];
    directories.set(module, path === undefined ? usualFolders(kind, module) : [path.replace(/^\.\/|\/$/g, "")]);
  }
  return { name, dependencies: [], directories };
}

function usualFolders(kind: string, module: string): readonly string[] {
  const roots = kind === "testTarget" ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"];
  return roots.map((root) => `${root}/${module}`);
}
