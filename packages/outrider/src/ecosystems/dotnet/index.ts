import { join } from "node:path";
import { commandsFrom, matching, rootFiles, type Detector } from "../detection.ts";
import type { CompiledLibrary, CompiledQuestion, Ecosystem, Machine, ManifestReader } from "../ecosystem.ts";
import { bestVersion } from "../version.ts";

/** `PackageReference` in projects, `PackageVersion` in `Directory.Packages.props`. */
const manifests: ManifestReader = {
  isManifest: (name) => /\.(?:cs|fs|vb)proj$/.test(name) || name === "Directory.Packages.props",
  readManifest(text) {
    return [...text.matchAll(/<Package(?:Reference|Version)\s([^<>]{1,1000})>/g)].flatMap(([, attributes = ""]) => {
      const name = attribute(attributes, "Include") ?? attribute(attributes, "Update");
      return name === undefined ? [] : [{ name, wanted: attribute(attributes, "Version"), direct: true }];
    });
  },
};

const detector: Detector = {
  name: ".NET",
  manifests: (view) => rootFiles(view, /\.slnx?$/, /\.(?:cs|fs|vb)proj$/),
  async detect(view, [manifest = ""]) {
    return {
      packageManager: "nuget",
      commands: commandsFrom(manifest, {
        build: "dotnet build",
        test: "dotnet test",
        lint: "dotnet format --verify-no-changes",
      }),
      entryPoints: matching(view, /(?:^|\/)Program\.(?:cs|fs)$/),
    };
  },
};

export const dotnet: Ecosystem = {
  caches: [".nuget/packages", ".local/share/NuGet"],
  id: "dotnet",
  sharedLibraries: ({ home }) => [join(home, ".nuget/packages")],
  manifests,
  findCompiled,
  detectors: [detector],
};

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]{1,200})"`).exec(attributes)?.[1];
}

/** NuGet's store contains assemblies, never source. */
async function findCompiled(
  { name, version }: CompiledQuestion,
  { environment, home, namesIn }: Machine,
): Promise<CompiledLibrary | undefined> {
  if (!/^\w[\w.-]*$/.test(name) || name.includes("..")) return undefined;
  const store = join(environment["NUGET_PACKAGES"] ?? join(home, ".nuget", "packages"), name.toLowerCase());
  const installed = bestVersion(await namesIn(store), version);
  return installed === undefined ? undefined : { version: installed, kind: "binary", path: join(store, installed) };
}
