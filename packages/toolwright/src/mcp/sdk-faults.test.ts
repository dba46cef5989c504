import { expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { reportSdkError } from "./sdk-faults.ts";

function reported(...errors: readonly Error[]): string[] {
  const told: string[] = [];
  const report = reportSdkError({ onFault: (error) => told.push(error instanceof Error ? error.message : "") });
  for (const error of errors) report(error);
  return told;
}

verifies("mcp:redacted", "what a client sent, or a person typed, is not in the log", () => {
  const late = new Error('Received a response for an unknown message ID: {"content":{"pw":"hunter2"}}');
  const strange = new Error('Something odd: {"content":{"pw":"hunter2"}}');
  expect(reported(late, strange)).toEqual(["Something odd"]);
});

verifies("mcp:redacted", "an error is told once, and shortened", () => {
  const error = new Error("The pipe broke");
  const [first, second, ...rest] = reported(error, error, new Error("x".repeat(5_000)));
  expect([first, second?.length, rest]).toEqual(["The pipe broke", 300, []]);
});
