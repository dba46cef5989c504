/** Who packs and installs a library. */
export type Ecosystem = "node" | "python" | "rust" | "go" | "ruby" | "php" | "java" | "dotnet";

export const ecosystems = [
  "node",
  "python",
  "rust",
  "go",
  "ruby",
  "php",
  "java",
  "dotnet",
] as const satisfies readonly Ecosystem[];
