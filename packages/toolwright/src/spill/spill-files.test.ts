import { expect, test } from "vitest";
import { createHandleId, handleIdOf } from "./index.ts";

test("the id of a handle is found behind its own prefix only, and leads to no other directory", () => {
  const id = createHandleId();
  expect(handleIdOf(`@cmd_${id}`, "@cmd_")).toBe(id);
  for (const handle of [
    `@out_${id}`,
    id,
    "",
    "@cmd_",
    `@cmd_${id}\n`,
    `@cmd_${id.toUpperCase()}`,
    `@cmd_${id}x`,
    "@cmd_../../../secrets",
    "@cmd_/etc/passwd/aaaaaa",
  ])
    expect(handleIdOf(handle, "@cmd_"), handle).toBeUndefined();
});
