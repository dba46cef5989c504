import type { ManifestDriver, Mention } from "./manifest-driver.ts";

/** `Gemfile` and `*.gemspec`, of which only plain lines are understood, since they are programs; and `Gemfile.lock`. */
export const rubyManifests: ManifestDriver = {
  ecosystem: "ruby",
  isManifest: (name) => name === "Gemfile" || name.endsWith(".gemspec"),
  locks: ["Gemfile.lock"],
  readManifest(text) {
    return text.split(/\r?\n/).flatMap((line): Mention[] => {
      const call = /^\s*(?:gem|\w+\.add(?:_runtime|_development)?_dependency)[\s(]+["']([^"']+)["'](.*)$/.exec(line);
      if (call === null) return [];
      const wanted = /^\s*,\s*["']([^"']+)["']/.exec(call[2] ?? "")?.[1];
      return [{ name: call[1] ?? "", wanted, direct: true }];
    });
  },
  readLock(text) {
    let section = "";
    return text.split(/\r?\n/).flatMap((line): Mention[] => {
      if (/^\S/.test(line)) section = line.trim();
      const [, spaces = "", name = "", version] = /^( +)([^\s(!]+)!?(?: \(([^)]*)\))?$/.exec(line) ?? [];
      if (section === "DEPENDENCIES" && spaces.length === 2) return [{ name, wanted: version, direct: true }];
      const isChosen = spaces.length === 4 && version !== undefined && ["GEM", "GIT", "PATH"].includes(section);
      return isChosen ? [{ name, locked: version, direct: false }] : [];
    });
  },
};
