import { userInfo } from "node:os";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { checkNewName } from "./check-new-name.ts";

function judge(name: string, platform: NodeJS.Platform = "linux"): string {
  try {
    checkNewName(name, { kind: "missing" }, platform);
    return "fine";
  } catch (error) {
    if (!isToolError(error)) throw error;
    return error.code;
  }
}

test.each([
  "~",
  "~/x",
  "~\\x",
  "~root/x",
  `~${userInfo().username}/x`,
  "$HOME",
  "$HOME/x",
  "$XDG_CONFIG_HOME/x",
  "${HOME}/x",
  "${home}/x",
  "$env:USERPROFILE\\x",
  "%APPDATA%\\x",
  "$(pwd)/x",
  "`pwd`/x",
  "file:///x",
  "file:/x",
  "FILE://localhost/x",
  "https://example.org/x.ts",
  "memory://x",
  "library:x",
  "lib:x/y.ts",
  "@out_aaaaaaaaaaaaaaaa",
  "@cmd_aaaaaaaaaaaaaaaa",
  "C:\\x",
  "c:/x",
  "\\\\server\\share",
  "..\\x",
])("nothing new is called %j, except with a dot before it", (name) => {
  expect(judge(name)).toBe("misleading_name");
  expect(judge(`./${name}`)).toBe("fine");
  checkNewName(name, { kind: "file" });
  checkNewName(name, { kind: "directory" });
});

test.each([
  "~.txt",
  "~backup/x",
  "~lock.doc#",
  "a~/x",
  "src/~/x",
  "$id.tsx",
  "$id/page.tsx",
  "$lib/x.ts",
  "$HOME.txt",
  "%20.txt",
  "100%/x",
  "file",
  "file:x",
  "files/x",
  "http:x",
  "library/x",
  "libs:x",
  "@types/x.d.ts",
  "@out/x",
  "back\\slash.txt",
  "a:b",
])("%j is a name like any other", (name) => {
  expect(judge(name)).toBe("fine");
});

test("a full path of Windows is one on Windows", () => {
  expect([judge("C:\\x", "win32"), judge("~/x", "win32")]).toEqual(["fine", "misleading_name"]);
});

test("the sentence says what to write instead", () => {
  expect(() => checkNewName("~/.bashrc", { kind: "missing" })).toThrow(
    '"~/.bashrc" begins with "~", which does not stand for a home directory here; nothing was changed. Give a path relative to the project\'s root, or a full path. "./~/.bashrc" would mean exactly this name.',
  );
});
