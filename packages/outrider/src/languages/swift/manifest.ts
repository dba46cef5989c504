import type { PackageFacts } from "../manifest.ts";

/** The modules of a package by the folders that `Package.swift` gives them. */
export function readPackage(text: string): PackageFacts | undefined {
  const code = withoutComments(text);
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

/** Comment marks in a string are part of it; a comment that nothing closes goes on to the end. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  const marks = /"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*/g;
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    if (found[0].startsWith('"')) continue;
    kept.push(text.slice(from, found.index));
    if (found[0] === "/*") marks.lastIndex = endOfComment(text, marks.lastIndex);
    from = marks.lastIndex;
  }
  return [...kept, text.slice(from)].join("");
}

/** Comments may hold others. */
function endOfComment(text: string, start: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start;
  for (let depth = 1; depth > 0;) {
    const mark = marks.exec(text)?.[0];
    if (mark === undefined) return text.length;
    depth += mark === "/*" ? 1 : -1;
  }
  return marks.lastIndex;
}

function usualFolders(kind: string, module: string): readonly string[] {
  const roots = kind === "testTarget" ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"];
  return roots.map((root) => `${root}/${module}`);
}
