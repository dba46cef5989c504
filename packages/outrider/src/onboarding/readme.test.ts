import { expect, test } from "vitest";
import { firstParagraph, nameLicence } from "./readme.ts";

test.each([
  [
    "# Title\n\n[![CI](a.svg)](b) ![x](y)\n\nA **small** tool for [maps](http://x).\nIt is quick.\n\nMore.",
    "A small tool for maps. It is quick.",
  ],
  ["---\ntitle: x\n---\n<p align=center>\n<img>\n</p>\n\nOne two three.", "One two three."],
  ["Title\n=====\n\nThis is reStructuredText, nearly.\n", "This is reStructuredText, nearly."],
  ["# Only a title\n", undefined],
  ["", undefined],
])("%j begins with %j", (text, expected) => {
  expect(firstParagraph(text)).toBe(expected);
});

test("licences are named by their words", () => {
  expect(nameLicence("MIT License\n\nPermission is hereby granted, free of charge, to")).toBe("MIT");
  expect(
    nameLicence("                                 Apache License\n                           Version 2.0, January"),
  ).toBe("Apache-2.0");
  expect(nameLicence("All rights reserved")).toBeUndefined();
});
