import { json } from "../../languages/json/json.server.ts";
import { expect, test } from "vitest";
import type { LanguageServer } from "./language-server.ts";
import { readDiagnostic } from "./read-diagnostic.ts";
import { askTsserver } from "./tsserver-diagnostics.ts";
import { uriOf } from "./uri.ts";

const { signal } = new AbortController();
const params = { textDocument: { uri: uriOf("/shop/a.ts") } };

async function ask(answers: Readonly<Record<string, unknown>>): Promise<unknown> {
  const request: LanguageServer["request"] = async (_method, asked) => answers[String(Object(asked).arguments[0])];
  return await askTsserver(request, params, { signal });
}

test("what tsserver says has the form of the protocol, and nothing is a report only where both questions were answered", async () => {
  const clean = { success: true, body: [] };
  const item = {
    start: { line: 2, offset: 5 },
    end: { line: 2, offset: 9 },
    text: "no",
    code: 7,
    category: "error",
  };
  expect(
    await ask({ syntacticDiagnosticsSync: clean, semanticDiagnosticsSync: { success: true, body: [item, 7] } }),
  ).toEqual({
    kind: "full",
    items: [
      {
        range: { start: { line: 1, character: 4 }, end: { line: 1, character: 8 } },
        message: "no",
        code: 7,
        source: "ts",
        severity: 1,
      },
      7,
    ],
  });
  expect(await ask({ syntacticDiagnosticsSync: clean, semanticDiagnosticsSync: clean })).toEqual({
    kind: "full",
    items: [],
  });
  expect(await ask({ syntacticDiagnosticsSync: clean })).toBeUndefined();
  expect(await ask({ syntacticDiagnosticsSync: clean, semanticDiagnosticsSync: { success: false, body: [] } })).toBe(
    undefined,
  );
});

test("a schema that nobody fetches is no fault of the file, one that is not there is", () => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const severityOf = (value: object): unknown => readDiagnostic({ range, severity: 1, ...value }, json)?.severity;
  expect(severityOf({ code: 65_536, message: "Unable to load schema from 'https://a.test/s.json': no." })).toBe(3);
  expect(severityOf({ code: 65_536, message: "Unable to load schema from 'file:///s.json': no." })).toBe(1);
  expect(severityOf({ code: 1, message: "Unable to load schema from 'https://a.test/s.json': no." })).toBe(1);
});
