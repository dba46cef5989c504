import type { ServerSpec } from "../server-spec.ts";

const names = ["clangd", ...Array.from({ length: 12 }, (_, index) => `clangd-${24 - index}`)];

/**
 * Its index of the whole project can only be kept inside the project (`.cache/clangd`), so that it is off: the files that
 * have the name are opened instead. `.clangd` of a repository is not read, for it can name an index on the network.
 */
export const clangd: ServerSpec = {
  id: "clangd",
  title: "clangd",
  languages: { c: "c", cpp: "cpp" },
  program: {
    names,
    args: [
      "--background-index=0",
      "--enable-config=0",
      "--clang-tidy=0",
      "--header-insertion=never",
      "--log=error",
      "-j=2",
    ],
  },
  obtain: "apt install clangd, brew install llvm, or https://clangd.llvm.org/installation",
  rootMarkers: ["compile_commands.json", "compile_flags.txt"],
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: true,
  opensLate: true,
  commands: { edits: ["clangd.applyFix", "clangd.applyTweak"] },
  memory: { softMb: 2048, hardMb: 4096 },
};
