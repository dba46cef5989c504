import fc from "fast-check";
import { expect, test } from "vitest";
import { isMap, isScalar, parseAllDocuments, stringify } from "yaml";
import { outlineYamlKeys } from "./yaml-keys.ts";

test("finds the keys that the parser finds, where it finds them", () => {
  const key = fc.stringMatching(/^[a-z é:#-]{1,8}$/);
  const text = fc.stringMatching(/^[a-z:# \n-]{0,30}$/);
  const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
  const deep = fc.oneof(leaf, fc.array(fc.dictionary(key, leaf)), fc.dictionary(key, fc.dictionary(key, leaf)));
  const value = fc.dictionary(key, fc.oneof(deep, fc.dictionary(key, deep)));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (values) => {
      const yaml = values.map((document) => `---\n${stringify(document)}`).join("");
      expect(outlineYamlKeys(yaml).map(({ name, span }) => [name, span.start])).toEqual(parsedKeys(yaml));
    }),
    { numRuns: 50 },
  );
});

test("is not led astray by what only looks like a key", () => {
  const text = 'a: |\n  no: key\nb:\n- c: 1\n  d: 2\ne: "x\n  f: y"\n# g: 1\nh: { i: 1 }\n"j k": *b\n';
  expect(outlineYamlKeys(text).map(({ name }) => name)).toEqual(["a", "b", "e", "h", "j k"]);
});

test("stops after a thousand keys", () => {
  const text = Array.from({ length: 1_500 }, (_, at) => `key${at}: ${at}\n`).join("");
  expect(outlineYamlKeys(text)).toHaveLength(1_000);
});

function parsedKeys(text: string): readonly (readonly [string, number])[] {
  const found: (readonly [string, number])[] = [];
  for (const { contents } of parseAllDocuments(text)) collect(contents, 2, found);
  return found;
}

function collect(node: unknown, depth: number, found: (readonly [string, number])[]): void {
  if (!isMap(node) || node.flow === true || depth === 0) return;
  for (const { key, value } of node.items) {
    if (isScalar(key)) found.push([String(key.value), key.range?.[0] ?? -1]);
    collect(value, depth - 1, found);
  }
}
