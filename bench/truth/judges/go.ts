/** Go: go/types over every package of the module, tests included; files for other systems are not judged. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { cached, run } from "../../accuracy/cache.ts";
import { type Judge, programPath } from "./judge.ts";

const parts = ["main.go", "go.mod", "go.sum"];

export const go: Judge = {
  language: "go",
  title: "go/types",
  endings: [".go"],
  programs: parts.map((part) => `go/${part}`),
  run: async ({ root }) => {
    const built = await build();
    return run(built, [root], root, { GOFLAGS: "-mod=mod" });
  },
};

async function build(): Promise<string> {
  const folder = await cached("truth-judge-go", (half) => {
    for (const part of parts) copyFileSync(programPath(`go/${part}`), join(half, part));
    run("go", ["build", "-o", "judge", "."], half);
  });
  return join(folder, "judge");
}
