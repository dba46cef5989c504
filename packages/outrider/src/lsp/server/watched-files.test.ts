import { expect, test } from "vitest";
import { createRegistrations } from "./registrations.ts";
import { pathOfUri, uriOf } from "./uri.ts";
import { createWatchedFiles, watchedFilesMethod } from "./watched-files.ts";

const root = process.platform === "win32" ? "C:/pro[j]ect" : "/pro[j]ect";
const path = (name: string): string => `${root}/${name}`;

function watch(...watchers: readonly unknown[]) {
  const registrations = createRegistrations();
  const files = createWatchedFiles(root, registrations);
  const registration = { id: "1", method: watchedFilesMethod, registerOptions: { watchers } };
  registrations.register({ registrations: [registration] });
  const eventsOf = (changes: Partial<Record<"added" | "changed" | "removed", readonly string[]>>): readonly string[] =>
    files
      .eventsOf({ added: [], changed: [], removed: [], ...changes })
      .map(({ uri, type }) => `${type} ${pathOfUri(uri)?.slice(root.length + 1)}`);
  return { registrations, files, eventsOf };
}

const changed = ["a.ts", "src/b.rs", "src/Cargo.toml", ".hidden/c.rs"].map(path);

test.each<[string, unknown, readonly string[]]>([
  ["a glob", "**/*.rs", ["2 src/b.rs", "2 .hidden/c.rs"]],
  ["braces", "**/*.{ts,toml}", ["2 a.ts", "2 src/Cargo.toml"]],
  [
    "an absolute glob below a root with brackets",
    `${root}/**/*`,
    changed.map((each) => `2 ${each.slice(root.length + 1)}`),
  ],
  ["an absolute glob elsewhere", "/usr/lib/**", []],
  ["a relative pattern", { baseUri: uriOf(path("src")), pattern: "*.rs" }, ["2 src/b.rs"]],
  ["a relative pattern of a folder", { baseUri: { uri: uriOf(root), name: "x" }, pattern: "*.ts" }, ["2 a.ts"]],
  ["what cannot be read", "[", changed.map((each) => `2 ${each.slice(root.length + 1)}`)],
])("only what was asked for is told: %s", (_, globPattern, expected) => {
  expect(watch({ globPattern }).eventsOf({ changed })).toEqual(expected);
});

test("the kinds of change that were asked for are told", () => {
  const { eventsOf } = watch({ globPattern: "**/*.rs", kind: 5 });
  const one = [path("a.rs")];
  expect(eventsOf({ added: one, changed: one, removed: one })).toEqual(["1 a.rs", "3 a.rs"]);
});

test("everything is told until something was asked for, and again when that was taken back", () => {
  const { registrations, files, eventsOf } = watch({ globPattern: "nothing" }, { globPattern: 3 }, null);
  expect(eventsOf({ changed })).toEqual([]);
  registrations.unregister({ unregisterations: [{ id: "1", method: watchedFilesMethod }] });
  expect(files.isRegistered()).toBe(false);
  expect(eventsOf({ changed })).toHaveLength(changed.length);
});
