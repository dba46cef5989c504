/** `zod@4.1.0` is a name and a version; `@types` is a name. */
export function splitVersion(segment: string): { readonly name: string; readonly version: string | undefined } {
  const at = segment.lastIndexOf("@");
  if (at <= 0) return { name: segment, version: undefined };
  return { name: segment.slice(0, at), version: segment.slice(at + 1) };
}

/** Newest first; a pre-release is older than its release. */
export function compareVersions(left: string, right: string): number {
  const [leftCore = "", leftTail = ""] = splitOnce(left);
  const [rightCore = "", rightTail = ""] = splitOnce(right);
  const core = compareNumbers(rightCore, leftCore);
  if (core !== 0) return core;
  if (leftTail === "" || rightTail === "") return leftTail === rightTail ? 0 : leftTail === "" ? -1 : 1;
  return compareNumbers(rightTail, leftTail);
}

/** Picks from directory names: the wanted version, else the newest. */
export function bestVersion(names: readonly string[], wanted: string | undefined): string | undefined {
  const versions = names.filter((name) => /^\d/.test(name)).toSorted(compareVersions);
  return versions.find((each) => each === wanted) ?? versions[0];
}

/** Sorts the version chosen by the project's lock file or manifest first, then the newest. */
export function chosenFirst<Found extends { readonly version: string | undefined }>(
  found: readonly Found[],
  chosen: readonly (string | undefined)[],
): readonly Found[] {
  const isChosen = ({ version }: Found): number => Number(chosen.includes(version));
  return found.toSorted(
    (left, right) => isChosen(right) - isChosen(left) || compareVersions(left.version ?? "", right.version ?? ""),
  );
}

export function sameVersion(left: string | undefined, right: string): boolean {
  return left !== undefined && left.replace(/^v/, "") === right.replace(/^v/, "");
}

function splitOnce(version: string): readonly string[] {
  const plain = version.replace(/^v/, "").replace(/\+.*$/, "");
  const dash = plain.indexOf("-");
  return dash === -1 ? [plain] : [plain.slice(0, dash), plain.slice(dash + 1)];
}

function compareNumbers(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}
