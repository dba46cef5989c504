import { expect, test } from "vitest";
import { createParseBudget, ordinaryFactor } from "./parse-budget.ts";

test("slow files have the asked limit, then that of ordinary code, then none", () => {
  const budget = createParseBudget(1_000);
  const steps = [999, 1, 89_999, 1].map((slowMs) => {
    budget.charge(slowMs);
    return [budget.state, budget.limitFactor(4)];
  });
  expect(steps).toEqual([
    ["left", 4],
    ["spent", ordinaryFactor],
    ["spent", ordinaryFactor],
    ["stopped", 0],
  ]);
});

test("a limit that is shorter than that of ordinary code stays", () => {
  const budget = createParseBudget(0);
  expect(budget.limitFactor(0.01)).toBe(0.01);
});

test("texts that end their threads use it up, too", () => {
  const budget = createParseBudget();
  for (let lost = 0; lost < 3; lost += 1) budget.chargeLost();
  expect(budget.state).toBe("spent");
});
