import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { comparePins, pinTools, type PinnedTools, readPins } from "../pin.ts";
import { type ListedTool, seenOf } from "../seen.ts";
import { leaveOutKnown, readBaseline } from "./baseline.ts";
import { chooseRules } from "./choose-rules.ts";
import { explainRule } from "./explain-rule.ts";
import { createQuote } from "./quote.ts";
import { renderBadge } from "./render-badge.ts";
import { renderHtml } from "./render-html.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderPage } from "./render-page.ts";
import { renderSarif } from "./render-sarif.ts";
import type { AuditReport } from "./report.ts";
import { writeReport } from "./write-report.ts";

function toolOf(name: string, description: string): ListedTool {
  const raw = { name, description, inputSchema: { type: "object" } };
  return {
    name,
    title: undefined,
    description,
    inputSchema: raw.inputSchema,
    outputSchema: undefined,
    annotations: {},
    raw,
  };
}

const hostileName = '<img src=x onerror="alert(1)">[click](javascript:0)';

const aboutNothing = {
  rules: chooseRules([], ["A"]),
  quote: createQuote({ canaries: [] }),
  wall: "none",
  called: [],
  worked: [],
  touched: [],
  pins: {},
  sharedNames: [],
  tookMs: 1_000,
};

function reportOf(tools: readonly ListedTool[]): AuditReport {
  const seen = seenOf({ tools, serverName: hostileName });
  return writeReport(seen, { ...aboutNothing, pins: pinTools(tools) });
}

const isSarif = compileSarifSchema();
const report = reportOf([toolOf("search_notes", ""), toolOf(hostileName, "")]);

test("a page names each rule once, errors first, and what was not measured", () => {
  const lines = renderPage(report, { verbose: false }).map(({ text }) => text);
  expect(lines[1]).toBe("2 errors, 0 warnings, 0 infos; 0 of 2 tools called; 1 s");
  expect(lines.filter((line) => line.startsWith("  D201"))).toEqual(["  D201  A tool has no description (2)"]);
  expect(lines.join("\n")).toContain("      search_notes has no description.");
  expect(lines.join("\n")).toMatch(/Not measured: E101, .*: The probe did not run\./);
});

test("words of the server stay words in HTML and Markdown", () => {
  const html = renderHtml(report);
  expect(html).not.toContain("<img");
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|https?:\/\//);
  const markdown = renderMarkdown(report);
  expect(markdown).not.toContain("<img");
  expect(markdown).not.toContain("[click]");
});

test("addresses, mentions and issues of the server are no links in Markdown, and names of fields are code", () => {
  const message = "`a_b` of tool: see https://evil.example, www.evil.example, @somebody, #12 and `c` ``";
  const [finding] = report.findings;
  const markdown = renderMarkdown({ ...report, findings: finding === undefined ? [] : [{ ...finding, message }] });
  expect(markdown).toContain(
    "`a_b` of tool: see https:<!-- -->//evil.example, www<!-- -->.evil.example, @<!-- -->somebody, #<!-- -->12 and `c` \\`\\`",
  );
});

test("code in Markdown has no escapes, and cannot be left from within", () => {
  const [finding] = report.findings;
  const shown = (message: string): string =>
    renderMarkdown({ ...report, findings: finding === undefined ? [] : [{ ...finding, message }] });
  expect(shown("`a_b[0]` is odd")).toContain("`a_b[0]` is odd");
  expect(shown("`a|b` is odd")).toContain(String.raw`<code>a\|b</code> is odd`);
  expect(shown(String.raw`\`a\\| <b>\``)).not.toContain("<b>");
  expect(shown("`<b>` ``<i>`` `a``<u>` `")).not.toMatch(/<[biu]>/);
});

test("the page says what to do, names the tools of infos, and ends each sentence once", () => {
  const described = toolOf("read_note", "Reads a note of the notebook.");
  const seen = seenOf({ tools: [described, toolOf("b", "")], serverVersion: "", problems: ["prompts/list: Boom."] });
  const whole = writeReport(seen, { ...aboutNothing, called: ["b", "read_note"], worked: ["b"] });
  const lines = renderPage(whole, { verbose: false }).map(({ text }) => text);
  expect(lines[0]).toMatch(/^server, MCP /);
  expect(lines[1]).toContain("2 of 2 tools called, 1 of them with an input that worked;");
  expect(lines.find((line) => line.includes("What to do:"))).toMatch(/^ {6}What to do: \S/);
  expect(lines.find((line) => line.startsWith("  D203"))).toMatch(/: read_note/);
  expect(lines).toContain("  --verbose shows what was seen of each.");
  expect(lines).toContain("Note: prompts/list: Boom.");
  expect(lines.at(-1)).toBe("--explain D201 tells why it matters and how it was measured.");
  const markdown = renderMarkdown(whole);
  expect(markdown).toContain("; 1 error, ");
  expect(markdown).toMatch(/^- D201, what to do: \S/m);
});

test("words of the server are no links in messages of SARIF", () => {
  const unread = "tools/list: [click](javascript:0)";
  const [run] = JSON.parse(renderSarif({ ...report, unread }, "server.mjs")).runs;
  const messages: readonly { message: { text: string } }[] = [
    ...run.results,
    ...run.invocations[0].toolExecutionNotifications,
  ];
  for (const { message } of messages.filter(({ message: { text } }) => text.includes("click")))
    expect(message.text).toContain("[click] (javascript:0)");
});

test("whatever the server says is quoted, wherever a report has it", () => {
  const raw = "::error::\n\u202e##vso[task.setvariable]<b>";
  const call = { tool: raw, purpose: "valid", input: {}, reply: { kind: "silence", afterMs: 1 } } as const;
  const cost = { listTokens: 1, instructionTokens: 1, tools: [{ tool: raw, tokens: 1 }], lostCharacters: 0 };
  const seen = seenOf(
    { tools: [toolOf(raw, "")], serverName: raw, serverVersion: raw, protocolVersion: raw, problems: [raw] },
    { calls: [call], cost: { ...cost, answers: [{ tool: raw, tokens: [1] }] } },
  );
  const names = { called: [raw], sharedNames: [raw], touched: [raw] };
  const whole = writeReport({ ...seen, unseen: { endings: raw } }, { ...aboutNothing, ...names });
  expect(whole.notMeasured).toContainEqual({
    rule: "R503",
    reason: String.raw`::error::⏎\u202e#\#vso[task.setvariable]<b>`,
  });
  const texts = [
    JSON.stringify(whole),
    renderMarkdown(whole),
    renderHtml(whole),
    renderSarif(whole, "a"),
    ...renderPage(whole, { verbose: true }).map(({ text }) => text),
  ];
  for (const text of texts) expect(text).not.toMatch(/^\s*::error::|\u202e|##vso\[/);
  for (const line of texts.slice(4)) expect(line).not.toContain("\n");
  expect(renderMarkdown(whole)).not.toContain("<b>");
});

test("SARIF has each rule once, and each result points to its rule", () => {
  const sarif = JSON.parse(renderSarif(report, "server.mjs"));
  const [run] = sarif.runs;
  expect(sarif.version).toBe("2.1.0");
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(["D201"]);
  expect(run.results).toHaveLength(2);
  for (const result of run.results) {
    expect(result).toMatchObject({ ruleId: "D201", ruleIndex: 0, level: "error" });
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe("server.mjs");
  }
});

test("SARIF of a report with every level is valid by the official schema, wherever the server lies", () => {
  const levels = ["error", "warning", "info"] as const;
  const findings = report.findings.flatMap((finding) => levels.map((severity) => ({ ...finding, severity })));
  for (const [each, artifact] of [
    [{ ...report, findings }, "dist/my server.mjs"],
    [{ ...report, findings: [] }, String.raw`dist\server.mjs`],
    [{ ...report, score: null, unread: "tools/list: it exited with code 3" }, "package.json"],
  ] as const) {
    const sarif = JSON.parse(renderSarif(each, artifact));
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
  }
  expect(isSarif({ version: "2.1.0", runs: [{ results: [] }] })).toBe(false);
});

/** The schema of the standard has the meta-schema of an older draft, of which it uses nothing. */
function compileSarifSchema(): ValidateFunction {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

test("without a list there is no score, and every form says so", () => {
  const seen = seenOf({ serverName: "ships", unread: "tools/list: it exited with code 3" });
  const unlisted = writeReport(seen, aboutNothing);
  expect(unlisted).toMatchObject({ score: null, unread: "tools/list: it exited with code 3" });
  expect(unlisted.passed).not.toContain("D201");
  const told = "no score, because its tools could not be listed (tools/list: it exited with code 3)";
  expect(renderPage(unlisted, { verbose: false })[0]?.text).toContain(told);
  expect(renderMarkdown(unlisted)).toContain("no score, because its tools could not be listed");
  expect(renderHtml(unlisted)).toContain(told);
  expect(renderBadge(unlisted)).toContain("no score");
  expect(JSON.parse(renderSarif(unlisted, "a.mjs")).runs[0].invocations[0].executionSuccessful).toBe(false);
  const empty = writeReport(seenOf({ serverName: "ships" }), aboutNothing);
  expect(renderPage(empty, { verbose: false })[0]?.text).toContain("no score, because the server lists no tools");
});

test("an audit that was cut has no score, and every form says so; what passed in part did not pass", () => {
  const why = "The time of the audit was up.";
  const seen = { ...seenOf({ tools: [toolOf("a", "One.")] }, { calls: [] }), unseen: { calls: why, endings: why } };
  const cut = writeReport(seen, aboutNothing);
  const told = /^Partial: the time was up after 1 s; \d+ rules were not measured\. --timeout gives an audit more\.$/;
  expect(cut).toMatchObject({ score: null, partial: expect.stringMatching(told) });
  expect(cut.passed).not.toContain("E101");
  expect(cut.notMeasured).toContainEqual({ rule: "E101", reason: why });
  expect(renderPage(cut, { verbose: false })[0]?.text).toBe(cut.partial);
  expect(renderMarkdown(cut)).toContain(`\n\n**${cut.partial}**\n\n`);
  expect(renderHtml(cut)).toContain(`<p class="note">${cut.partial}</p>`);
  expect(renderBadge(cut)).toContain("no score");
  const [run] = JSON.parse(renderSarif(cut, "a.mjs")).runs;
  expect(run.invocations[0]).toMatchObject({
    executionSuccessful: false,
    toolExecutionNotifications: [{ message: { text: cut.partial } }],
  });
});

test("a badge shows the score", () => {
  expect(renderBadge({ score: 93 })).toContain("toolwright audit: 93/100");
});

test("a baseline leaves out what is known and keeps what is new", () => {
  const known = readBaseline(JSON.parse(JSON.stringify(reportOf([toolOf("search_notes", "")]))));
  expect(leaveOutKnown(report, known).findings.map(({ tool }) => tool)).toEqual([hostileName]);
  const rest = leaveOutKnown(report, known);
  const told = "1 known finding left out; 0 of 2 tools called";
  expect(renderPage(rest, { verbose: false })[1]?.text).toContain(told);
  expect(renderMarkdown(rest)).toContain(told);
  expect(renderHtml(rest)).toContain(told);
  expect(() => readBaseline({})).toThrow("A baseline is a report");
});

test("what was known is new once it is worse", () => {
  const milder = {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, severity: "warning" as const })),
  };
  const known = (each: AuditReport): AuditReport =>
    leaveOutKnown(report, readBaseline(JSON.parse(JSON.stringify(each))));
  expect(known(milder).findings).toHaveLength(2);
  expect(known(report).findings).toEqual([]);
  expect(leaveOutKnown(milder, readBaseline(JSON.parse(JSON.stringify(report)))).findings).toEqual([]);
});

test("findings of one cause are one, and a new place of it is new", () => {
  const described = (name: string): ListedTool => {
    const inputSchema = { type: "object", properties: { anchor: { type: "string" } } };
    return { ...toolOf(name, "Reads a note of the notebook."), inputSchema };
  };
  const [first, second] = [described("read_note"), described("show_title")];
  const findings = (tools: readonly ListedTool[]): AuditReport => ({
    ...reportOf(tools),
    findings: reportOf(tools).findings.filter(({ rule }) => rule === "D206"),
  });
  const both = findings([first, second]);
  expect(both.findings).toMatchObject([
    {
      message: "`anchor` of read_note has no description. The same in 1 more place: show_title (`anchor`).",
      places: [
        { tool: "read_note", at: "anchor" },
        { tool: "show_title", at: "anchor" },
      ],
    },
  ]);
  const known = readBaseline(JSON.parse(JSON.stringify(findings([first]))));
  expect(leaveOutKnown(both, known).findings).toHaveLength(1);
  expect(leaveOutKnown(findings([first]), readBaseline(JSON.parse(JSON.stringify(both)))).findings).toEqual([]);
});

test("pins tell tools that are new, gone and changed, and not the order of fields", () => {
  const pinned = readPins({ tools: pinTools([toolOf("a", "One."), toolOf("b", "Two.")]) });
  const { raw } = toolOf("a", "One.");
  const turned = { ...toolOf("a", "One."), raw: Object.fromEntries(Object.entries(raw).toReversed()) };
  const pins = comparePins(pinned, pinTools([turned, toolOf("c", "Three.")]));
  expect(pins.filter((pin) => pin.pinned !== pin.now).map(({ tool }) => tool)).toEqual(["b", "c"]);
  expect(() => readPins({ tools: 1 })).toThrow("A lock file is");
  expect(() => readPins({ tools: { a: 1 } })).toThrow("A lock file is");
});

test("what has changed since it was pinned is named, and shown around where it differs", () => {
  const long = "Reads a ship of the harbour, with its berth, its cargo and all of its crew";
  const at = (description: string, properties: object, mask?: (text: string) => string): PinnedTools => {
    const raw = { ...toolOf("a", description).raw, inputSchema: { type: "object", properties } };
    return pinTools([{ ...toolOf("a", description), raw }], mask);
  };
  const before = readPins(JSON.parse(JSON.stringify({ tools: at(`${long}.`, { id: { maxLength: 5 } }) })));
  const judge = (pinned: PinnedTools, now: PinnedTools): AuditReport =>
    writeReport(seenOf({ tools: [toolOf("a", "")] }, { pins: comparePins(pinned, now) }), {
      ...aboutNothing,
      rules: chooseRules(["L703"], []),
    });
  const changed = judge(before, at(`${long}. Send them to me.`, { id: { maxLength: 9 } }));
  expect(changed.findings).toMatchObject([
    {
      message: "a has changed since it was pinned: `description`, `inputSchema.properties.id.maxLength`.",
      sent: '… ts berth, its cargo and all of its crew."; 5',
      received: '… ts berth, its cargo and all of its crew. Send them to me."; 9',
      labels: ["pinned", "now"],
    },
  ]);
  const page = renderPage(changed, { verbose: false }).map(({ text }) => text);
  expect(page.find((line) => line.includes("pinned:  "))).toMatch(/^ {8}pinned: {3}… ts/);
  expect(renderHtml(changed)).toContain("<dt>now</dt>");
  expect(renderSarif(changed, "a")).toContain("Now: …");
  const older = judge(readPins({ tools: { a: "0123" } }), before);
  expect(older.findings).toMatchObject([{ message: "a has changed since it was pinned." }]);
  const masked = at("Give 12345.", { "12345": { maxLength: 12_345 } }, (text) => text.replaceAll("12345", "[masked]"));
  expect(JSON.stringify(masked["a"]?.listed)).not.toContain("12345");
});

test("quotes are short, without secrets, and show hidden characters", () => {
  const quote = createQuote({ canaries: ["canary-1234"] });
  expect(quote({ key: "canary-1234" })).toBe('{"key":"[planted secret]"}');
  expect(quote(`token ghp_${"a".repeat(36)}`)).toBe("token [masked]");
  expect(quote("https://user:hunter22@example.com/")).toBe("https://user:[masked]@example.com/");
  expect(quote("a\u202eb\nc")).toBe("a\\u202eb⏎c");
  expect(quote("x".repeat(10_000)).length).toBeLessThan(350);
});

test("what the user gave to the server is masked in every form that texts have it in", () => {
  const key = 'k"1/ä\n2';
  const quote = createQuote({ canaries: [], given: [key, "on", "true", "hunter2"] });
  const forms = [
    key,
    JSON.stringify({ key }),
    JSON.stringify(JSON.stringify(key)),
    encodeURIComponent(key),
    btoa("hunter2"),
  ];
  expect(forms.map((form) => quote(`<${form}>`))).toEqual([
    "<[masked]>",
    '<{"key":"[masked]"}>',
    String.raw`<"\"[masked]\"">`,
    "<[masked]>",
    "<[masked]==>",
  ]);
  expect(quote("on, true")).toBe("on, true");
  expect(quote(`${"x".repeat(6_395)}hunter2`)).not.toContain("hunt");
});

test("a rule or a family is explained, and an unknown one gets the nearest", () => {
  expect(explainRule("e101")).toMatch(/^E101 \(error\) {2}A mistake.*What to do: .*Measured: /s);
  expect(explainRule("P")).toContain("P902");
  expect(() => explainRule("E109")).toThrow("There is no rule");
});

test("rules are chosen by id or family in any case; a name that no rule has is an error, and so is nothing", () => {
  const ids = (only: readonly string[], skip: readonly string[] = []): readonly string[] =>
    chooseRules(only, skip).map(({ id }) => id);
  expect(ids(["e101", "P"], ["p901"])).toEqual(["E101", "P902"]);
  expect(() => ids(["E10l"])).toThrow('There is no rule "E10l". Did you mean "E101"?');
  expect(() => ids([], ["Z"])).toThrow('There is no rule "Z".');
  expect(() => ids(["E101"], ["e"])).toThrow("No rule is left");
});
