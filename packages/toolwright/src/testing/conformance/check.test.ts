import { expect, test } from "vitest";
import { deferred } from "../../tool/deferred.ts";
import { inTurn } from "./check.ts";

test("work that outlasts its limit is told and left behind, and the next gets its turn", async () => {
  const stuck = inTurn(20, () => deferred().promise);
  const next = inTurn(1_000, async () => "done");
  await expect(stuck).rejects.toThrow("A check took longer than 20 ms and was left behind.");
  expect(await next).toBe("done");
});
