import { expect, test } from "vitest";
import { shellEnvironment } from "./shell-environment.ts";
import { findShellProgram } from "./shell-program.ts";

test("bash where there is one, otherwise the system's shell", () => {
  expect(findShellProgram("linux", {}, () => true).file).toBe("/bin/bash");
  expect(findShellProgram("linux", {}, () => false)).toMatchObject({ file: "/bin/sh", isPosix: true });
  expect(findShellProgram("linux", {}, () => false).args("-x")).toEqual(["-c", "--", "-x"]);
});

test("on Windows the bash of Git, otherwise PowerShell, whose language is not parsed", () => {
  const environment = { ProgramFiles: "C:/Program Files" };
  expect(findShellProgram("win32", environment, () => true).file).toContain("bash.exe");
  expect(findShellProgram("win32", environment, () => false)).toMatchObject({
    file: String.raw`C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe`,
    isPosix: false,
  });
});

test("commands get what the user names and nothing that waits for somebody", () => {
  const environment = shellEnvironment(["TOKEN", "ABSENT"], { TOKEN: "t", OTHER: "o" });
  expect(environment).toMatchObject({ TOKEN: "t", GIT_PAGER: "cat", GIT_EDITOR: "true" });
  expect(Object.keys(environment)).not.toContain("OTHER");
  expect(Object.keys(environment)).not.toContain("ABSENT");
});
