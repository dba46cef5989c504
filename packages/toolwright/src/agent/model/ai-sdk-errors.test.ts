import { describe, expect, test } from "vitest";
import { readModelError } from "./ai-sdk-errors.ts";

const now = Date.parse("2026-11-19T03:00:00Z");

/** As clients of providers throw it. */
function refusal(statusCode: number, message: string, responseHeaders: Record<string, string> = {}): Error {
  return Object.assign(new Error(message), { statusCode, responseHeaders });
}

function network(code: string, message = "fetch failed"): Error {
  return Object.assign(new TypeError(message), { cause: Object.assign(new Error("down"), { code }) });
}

describe("what an error of a provider means", () => {
  test.each([
    ["a connection that was refused", network("ECONNREFUSED"), "offline"],
    ["no answer in a browser", new TypeError("Failed to fetch"), "offline"],
    ["no answer in Bun", new Error("Unable to connect. Is the computer able to access the url?"), "offline"],
    ["a mistake in a model's own program", new TypeError("Cannot read properties of undefined"), "rejected"],
    ["an address that is none", new TypeError("Failed to parse URL from 127.0.0.1:1/v1"), "rejected"],
    ["a certificate that is not trusted", network("DEPTH_ZERO_SELF_SIGNED_CERT"), "rejected"],
    ["an answer that fell silent", network("UND_ERR_BODY_TIMEOUT", "terminated"), "interrupted"],
    ["garbage", Object.assign(new Error("JSON parsing failed"), { name: "AI_JSONParseError" }), "interrupted"],
    ["an error of the stream", { type: "overloaded_error", message: "Overloaded" }, "busy"],
  ])("%s", (_title, error, kind) => {
    expect(readModelError(error, false, now)).toMatchObject({ kind });
  });

  test.each([
    [400, "prompt is too long: 200001 tokens > 200000 maximum"],
    [400, "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000"],
    [400, "Your input exceeds the context window of this model."],
    [400, "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)."],
    [400, "the request exceeds the available context size"],
    [400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
    [400, "Your request exceeded model token limit: 131072"],
    [413, "Request too large"],
  ])("%i %s", (status, message) => {
    expect(readModelError(refusal(status, message), false, now)).toMatchObject({ kind: "overflow" });
  });

  test("too many tokens in a minute are a reason to wait, not to shorten the history", () => {
    const error = refusal(429, "Rate limit reached: too many tokens per minute");
    expect(readModelError(error, false, now)).toMatchObject({ kind: "busy" });
  });

  test("a message without words names the status", () => {
    expect(readModelError(refusal(529, "unknown"), false, now).message).toBe("HTTP 529: unknown");
  });

  test("an answer that breaks off is told as that, with the innermost reason", () => {
    const socket = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
    const terminated = Object.assign(new TypeError("terminated"), { cause: socket });
    const before = Object.assign(new Error("Cannot connect to API: other side closed"), { cause: socket });
    const within = Object.assign(refusal(200, "Failed to process successful response"), { cause: terminated });
    for (const error of [before, within, terminated]) {
      expect(readModelError(error, false, now)).toMatchObject({
        kind: "interrupted",
        message: "The answer broke off (other side closed).",
      });
    }
    const garbled = Object.assign(new Error("JSON parsing failed"), { name: "AI_JSONParseError" });
    expect(readModelError(garbled, true, now).message).toBe("JSON parsing failed");
    expect(readModelError("gone", true, now).message).toBe("The answer broke off (gone).");
  });

  test("a date to wait for is read by the provider's own clock", () => {
    const wait = (headers: Record<string, string>) =>
      readModelError(refusal(429, "", headers), false, now).retryAfterMs;
    const date = "Thu, 19 Nov 2026 05:00:00 GMT";
    expect(wait({ "retry-after": "Thu, 19 Nov 2026 05:00:05 GMT", date })).toBe(5_000);
    expect(wait({ "retry-after": "Thu, 19 Nov 2026 03:00:05 GMT" })).toBe(5_000);
    expect(wait({ "retry-after": "2.5" })).toBe(2_500);
    expect(wait({ "retry-after-ms": "250", "retry-after": "9" })).toBe(250);
    expect(wait({ "retry-after": "soon" })).toBe(undefined);
  });
});
