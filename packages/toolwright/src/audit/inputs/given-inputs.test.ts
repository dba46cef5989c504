import { expect, test } from "vitest";
import { givenFor, readGivenInputs } from "./given-inputs.ts";

test("{work} stands for the working directory wherever a text of an input has it", () => {
  const inputs = readGivenInputs({
    read: { path: "{work}/a", filter: { roots: ["{work}"], deep: { at: "{work}/b" } }, limit: 1 },
  });
  expect(givenFor(inputs, "read", "/tmp/work")).toEqual([
    { path: "/tmp/work/a", filter: { roots: ["/tmp/work"], deep: { at: "/tmp/work/b" } }, limit: 1 },
  ]);
});
