import type { ManifestReader, DependencyEntry } from "../ecosystem.ts";
import { parseToml, tableAt, textOf } from "../parse-data.ts";

/** `pom.xml`, Gradle's scripts (plain lines only, since they are programs) and version catalogues; names are `GROUP:ARTIFACT`. */
export const manifests: ManifestReader = {
  isManifest: (name) => name === "pom.xml" || /^build\.gradle(?:\.kts)?$/.test(name) || name.endsWith(".versions.toml"),
  readManifest(text, name) {
    if (name === "pom.xml") return readPom(text);
    return name.endsWith(".toml") ? readCatalogue(text) : readGradle(text);
  },
  locks: {
    names: ["gradle.lockfile"],
    read: (text) => text.split(/\r?\n/).flatMap(readLocked),
  },
};

function readPom(text: string): readonly DependencyEntry[] {
  const plain = cutOut(text, "<!--", "-->");
  const properties = new Map<string, string>();
  for (const block of between(plain, "<properties>", "</properties>")) {
    for (const [, key = "", value = ""] of block.matchAll(/<([\w.-]{1,100})>([^<]{0,200})</g))
      properties.set(key, value.trim());
  }
  return between(plain, "<dependency>", "</dependency>").flatMap((block): DependencyEntry[] => {
    // Exclusions name other libraries.
    const own = cutOut(block, "<exclusions>", "</exclusions>");
    const valueOf = (tag: string): string | undefined => {
      const value = between(own, `<${tag}>`, `</${tag}>`)[0]?.trim();
      return value?.replaceAll(/\$\{([\w.-]{1,100})\}/g, (whole, key: string) => properties.get(key) ?? whole);
    };
    const [group, artifact] = [valueOf("groupId"), valueOf("artifactId")];
    if (group === undefined || artifact === undefined) return [];
    return [{ name: `${group}:${artifact}`, wanted: valueOf("version"), direct: true }];
  });
}

function readGradle(text: string): readonly DependencyEntry[] {
  return text.split(/\r?\n/).flatMap((line): DependencyEntry[] => {
    const call =
      /^\s*(?:\w*(?:[iI]mplementation|[aA]pi|[oO]nly|[pP]rocessor|kapt|ksp|compile|runtime))[\s(]+["']([^"']{1,300})["']/.exec(
        line,
      );
    const [group, artifact, version] = call?.[1]?.split(":") ?? [];
    if (group === undefined || artifact === undefined) return [];
    return [{ name: `${group}:${artifact}`, wanted: version, direct: true }];
  });
}

function readCatalogue(text: string): readonly DependencyEntry[] {
  const data = parseToml(text);
  const versions = tableAt(data, "versions");
  return Object.values(tableAt(data, "libraries")).flatMap((entry): DependencyEntry[] => {
    const { module, group, name, version } = tableAt(entry);
    const whole = textOf(entry)?.split(":");
    const key =
      textOf(module) ?? (whole === undefined ? `${textOf(group)}:${textOf(name)}` : whole.slice(0, 2).join(":"));
    const ref = textOf(tableAt(version)["ref"]);
    const wanted = whole?.[2] ?? textOf(version) ?? (ref === undefined ? undefined : textOf(versions[ref]));
    return [{ name: key, wanted, direct: true }];
  });
}

/** `GROUP:ARTIFACT:VERSION=configurations`. */
function readLocked(line: string): readonly DependencyEntry[] {
  const [group, artifact, version] = line.split("=", 1)[0]?.split(":") ?? [];
  if (line.startsWith("#") || artifact === undefined || version === undefined) return [];
  return [{ name: `${group}:${artifact}`, locked: version, direct: false }];
}

/** Searches for both ends, so that the time does not depend on what lies between. */
function between(text: string, open: string, close: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at)) {
    const end = text.indexOf(close, at);
    if (end === -1) break;
    found.push(text.slice(at + open.length, end));
    at = end + close.length;
  }
  return found;
}

function cutOut(text: string, open: string, close: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
    const end = text.indexOf(close, at);
    if (end === -1) break;
    kept.push(text.slice(from, at));
    from = end + close.length;
  }
  return kept.join("") + text.slice(from);
}
