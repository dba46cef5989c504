import { expect, test } from "vitest";
import { pathOfUri, uriOf } from "./uri.ts";

test.each(["/a/b.ts", "/sp ace/[id] (g)#1%20é@+,=&?.ts", "/日本/🎉.ts", "/a\\b/c:d.ts"])(
  "the path %j survives its address",
  (path) => {
    expect(pathOfUri(uriOf(path, "linux"), "linux")).toBe(path);
  },
);

test.each(["C:/a b/c#d.ts", "//host/share/a.ts"])("the Windows path %j survives its address", (path) => {
  expect(pathOfUri(uriOf(path, "win32"), "win32")).toBe(path);
});

test.each([
  ["file:///a/%5Bid%5D%20%28g%29%40%2B.ts", "linux", "/a/[id] (g)@+.ts"],
  ["file:///a/[id]%20(g)@+.ts", "linux", "/a/[id] (g)@+.ts"],
  ["file://localhost/a.ts", "linux", "/a.ts"],
  ["FILE:///a.ts", "linux", "/a.ts"],
  ["file:///c%3A/Users/a.ts", "win32", "C:/Users/a.ts"],
  ["file:///C:/Users/a.ts", "win32", "C:/Users/a.ts"],
] as const)("%s is the same file however it is written", (uri, platform, path) => {
  expect(pathOfUri(uri, platform)).toBe(path);
});

test.each([
  "untitled:Untitled-1",
  "jdt://contents/a.class",
  "file:///a%2Fb.ts",
  "file:///%FF.ts",
  "file://host/a.ts",
  "",
])("%j is no file", (uri) => {
  expect(pathOfUri(uri, "linux")).toBeUndefined();
});
