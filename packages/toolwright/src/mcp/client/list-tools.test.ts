import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createToolNames } from "./list-tools.ts";

verifies("tool-source:names", "names that read alike are told apart, whatever their order", () => {
  const forward = createToolNames("far").assign(["get-user", "get_user", "getUser"]);
  const backward = createToolNames("far").assign(["getUser", "get_user", "get-user"]);
  expect(Object.fromEntries(forward)).toEqual({
    get_user: "far__get_user",
    "get-user": "far__get_user_14o2ujl",
    getUser: "far__get_user_0r9pqx0",
  });
  expect(Object.fromEntries(backward)).toEqual(Object.fromEntries(forward));
  expect(Object.fromEntries(createToolNames("far").assign(["get-user", "getUser"]))).toEqual({
    "get-user": "far__get_user_14o2ujl",
    getUser: "far__get_user_0r9pqx0",
  });
});

verifies("tool-source:names", "a name once given is kept, also when its likes come later or others go", () => {
  const names = createToolNames("far");
  names.assign(["getUser", "other"]);
  const later = names.assign(["get_user", "getUser"]);
  expect(later.get("getUser")).toBe("far__get_user");
  expect(later.get("get_user")).toMatch(/^far__get_user_[a-z0-9]{7}$/);
  expect([names.knows("other"), names.knows("another")]).toEqual([true, false]);
});

verifies("tool-source:names", "a name that is made to be another's is not given", () => {
  const names = createToolNames("far").assign(["get-user", "getUser", "get_user_14o2ujl"]);
  expect(new Set(names.values()).size).toBe(names.size);
});
