import { test, type TestContext } from "vitest";
import { requirements, type RequirementId } from "./requirements/index.ts";

/** A test that proves a requirement. `requirements.test.ts` fails while any requirement has none. */
export function verifies(
  id: RequirementId,
  title: string,
  run: (context: TestContext) => void | Promise<void>,
  options: { readonly skip?: boolean; readonly timeout?: number } = {},
): void {
  if (!Object.hasOwn(requirements, id)) throw new Error(`No requirement "${id}"; add it under test/requirements/.`);
  test(`${id}: ${title}`, options, run);
}
