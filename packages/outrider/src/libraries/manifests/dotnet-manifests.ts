import type { ManifestDriver } from "./manifest-driver.ts";

/** `PackageReference` in projects, `PackageVersion` in `Directory.Packages.props`. */
export const dotnetManifests: ManifestDriver = {
  ecosystem: "dotnet",
  isManifest: (name) => /\.(?:cs|fs|vb)proj$/.test(name) || name === "Directory.Packages.props",
  locks: [],
  readManifest(text) {
    return [...text.matchAll(/<Package(?:Reference|Version)\s([^<>]{1,1000})>/g)].flatMap(([, attributes = ""]) => {
      const name = attribute(attributes, "Include") ?? attribute(attributes, "Update");
      return name === undefined ? [] : [{ name, wanted: attribute(attributes, "Version"), direct: true }];
    });
  },
  readLock: () => [],
};

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]{1,200})"`).exec(attributes)?.[1];
}
