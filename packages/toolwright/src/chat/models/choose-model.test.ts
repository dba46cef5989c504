import { expect, test } from "vitest";
import { chooseModel } from "./choose-model.ts";

const none = { model: undefined, baseUrl: undefined, replay: undefined };
const url = "http://localhost:11434/v1";

test.each([
  [{ model: "anthropic:claude" }, { kind: "provider", provider: { id: "anthropic" }, name: "claude" }],
  [{ model: "openai:gpt:latest" }, { kind: "provider", provider: { id: "openai" }, name: "gpt:latest" }],
  [
    { model: "openai:gpt", baseUrl: `${url}/` },
    { kind: "provider", provider: { id: "openai" }, name: "gpt", baseUrl: url },
  ],
  // A local model may have a colon in its name.
  [
    { model: "qwen3:8b", baseUrl: url },
    { kind: "server", baseUrl: url, name: "qwen3:8b" },
  ],
  [{ baseUrl: url }, { kind: "server", baseUrl: url, name: undefined }],
  [
    { model: "anthropic:claude", replay: "a.json" },
    { kind: "replay", file: "a.json" },
  ],
  [{}, { kind: "none" }],
])("%j", (given, expected) => expect(chooseModel({ ...none, ...given })).toMatchObject(expected));

test.each([
  [{ model: "claude" }, "--model claude names no provider. Give anthropic:NAME"],
  [{ model: "opnai:gpt" }, "Did you mean openai:gpt?"],
  [{ baseUrl: "localhost:11434" }, "must be an address such as"],
  [{ baseUrl: "file:///etc/passwd" }, "must be an address such as"],
])("%j is an error of usage", (given, message) => expect(() => chooseModel({ ...none, ...given })).toThrow(message));
