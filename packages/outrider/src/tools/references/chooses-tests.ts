import type { FileReferences, Reference } from "../../syntax/references/find-references.ts";
import { chainOf } from "../../syntax/references/chain-of.ts";
import type { Input } from "./schema.ts";

/** Says which references are wanted: those in tests, those elsewhere, or all. */
export function choosesTests(tests: Input["tests"]): (file: FileReferences, at: Reference) => boolean {
  if (tests === undefined) return () => true;
  return (file, { within }) => {
    const isTest = isTestFile(file.file) || chainOf(file.symbols, within).some(({ test }) => test);
    return isTest === (tests === "only");
  };
}

function isTestFile(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?)\/|[._-](?:test|spec)s?\.[^/]*$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|Tests?\.(?:java|kt|cs|php|swift)$/.test(
    path,
  );
}
