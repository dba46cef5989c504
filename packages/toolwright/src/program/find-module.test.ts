import { expect, test } from "vitest";
import { programName } from "./find-module.ts";

test.each([
  ["/home/me/project/node_modules/.bin/toolwright", undefined, "npx toolwright"],
  [String.raw`C:\project\node_modules\toolwright\bin\toolwright.js`, undefined, "npx toolwright"],
  ["/usr/local/bin/toolwright", "exec", "npx toolwright"],
  ["/usr/local/bin/toolwright", "run-script", "toolwright"],
  ["/home/me/node_modules_old/toolwright", undefined, "toolwright"],
  [undefined, undefined, "toolwright"],
])("%s run by npm %s is called %s", (script, npmCommand, name) => {
  expect(programName(script, npmCommand)).toBe(name);
});
