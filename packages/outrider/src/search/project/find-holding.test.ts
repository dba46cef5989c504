import { expect, test } from "vitest";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import { findFilesHolding } from "./find-holding.ts";

const { signal } = new AbortController();

const files = {
  "src/renewal.go": "// Renews certificates before they expire.\nfunc Renew() {}\n",
  "src/request.go": "func Request() {} // certify\n",
  "src/other.go": "func Paint() {}\n",
  "test/renewal_test.go": "// renewing a CERTIFICATE\n",
  "package-lock.json": '{ "name": "certificates renewed" }\n',
  ".env": "CERTIFICATE=renewed\n",
};

test("files with more and rarer words of a question come first, in all forms of the words", async () => {
  const { project } = await openTestProject(files);
  const find = (query: string, scope?: (path: string) => boolean) =>
    findFilesHolding(project, query, { signal, scope });
  expect(await find("how is a certificate renewed?")).toEqual([
    "src/renewal.go",
    "test/renewal_test.go",
    "src/request.go",
  ]);
  expect(await find("renewing", (path) => path.startsWith("test/"))).toEqual(["test/renewal_test.go"]);
  expect(await find("the of a")).toEqual([]);
  expect(await find("kettles")).toEqual([]);
});
