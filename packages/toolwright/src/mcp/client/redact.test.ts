import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createRedact, describeUrl } from "./redact.ts";

verifies("tool-source:secrets", "every form of what the host has given is taken out", () => {
  const redact = createRedact({
    url: "https://user%20name:pass%25word@example.com/mcp?token=abc%2Fdef-ghi&x=1",
    headers: { authorization: "Bearer abcdef.ghijkl", "x-short": "1" },
  });
  const basic = Buffer.from("user name:pass%word").toString("base64");
  const text = `Bearer abcdef.ghijkl|abcdef.ghijkl|user name|pass%word|pass%25word|${basic}|abc/def-ghi|abc%2Fdef-ghi|1`;
  expect(redact(text).replaceAll("[redacted]", "")).toBe("||||||||1");
  expect(describeUrl("https://user:pass@example.com/mcp?token=abc")).toBe("https://example.com/mcp");
});

verifies("tool-source:secrets", "a broken escape in an address is no reason to fail", () => {
  expect(createRedact({ url: "https://u:100%ofit@example.com" })("100%ofit")).toBe("[redacted]");
});
