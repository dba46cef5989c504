import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { type Home, makeHome, outrider, startOutrider } from "./support/outrider-process.ts";
import { writeFiles } from "./support/temp-project.ts";

const files = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "src/session.ts":
    "/** Keeps a person logged in between two requests. */\nexport class SessionStore {\n  renewToken(user: string) {\n    return user;\n  }\n}\n",
  "src/retry.ts":
    "/** Waits longer after each failure, and gives up in the end. */\nexport async function withBackoff(run: () => Promise<void>) {\n  for (let delay = 1; delay < 60; delay *= 2) await run();\n}\n",
  "src/token.py": 'def read_token(text):\n    """A session token from a header."""\n    return text\n',
  "docs/sessions.md": "# Sessions\n\nHow long a session token lives.\n",
};

/** A new home with a project in it. */
function place(more: Readonly<Record<string, string>> = {}): { readonly home: Home; readonly project: string } {
  const home = makeHome();
  const project = join(home.home, "project");
  mkdirSync(project);
  writeFiles(project, { ...files, ...more });
  return { home, project };
}

describe("search", () => {
  test("prints a row for each place, best first, from where the person is; with --explain how it was scored", async () => {
    const { home, project } = place();
    const { code, stdout, stderr } = await outrider(
      ["search", "wait", "longer after a failure", "--limit", "1"],
      join(project, "src"),
      home,
    );
    expect({ code, stdout: stdout.split("\n") }).toEqual({
      code: 0,
      stdout: ["retry.ts:2:23:export async function withBackoff(run: () => Promise<void>)", ""],
    });
    expect(stderr).toMatch(/^(1 hit|Hits 1 to 1 of \d) in \d+\.\d+ s, by words and meaning; all 4 files read\.\n/);
    const explained = await outrider(["search", "withBackoff", "--explain", "--limit", "1"], project, home);
    const [how, hit, ...rest] = explained.stdout.trimEnd().split("\n");
    expect([how, hit]).toEqual([
      "The question was read as a name; words and meaning counted.",
      expect.stringMatching(/^src\/retry\.ts:1-4 {2}0\.\d{3} {2}export/),
    ]);
    expect(
      rest.filter((line) => / {4}\w+ +-?\d\.\d{3} × +-?\d\.\d{3} = +-?\d\.\d{3}$/.test(line)).length,
    ).toBeGreaterThan(3);
    expect(rest.at(-1)).toMatch(/^ {4}score +0\.\d{3}$/);
    // Nothing found is no failure of the program, but there is nothing to go on with.
    for (const [question, said] of [
      [["a token", "--language", "go"], /^No file fits language "go"/],
      [["qqqq zzzz", "--path", "src/retry.ts"], /^Nothing is like "qqqq zzzz", /],
    ] as const) {
      const nothing = await outrider(["search", ...question], project, home);
      expect(nothing).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(said) });
    }
  });

  test("--json has exact pages, and --explain parts that are the score in sum", async () => {
    const { home, project } = place();
    const ask = async (...flags: readonly string[]) => {
      const { code, stdout } = await outrider(
        ["search", "session token", "--in", "all", "--json", ...flags],
        project,
        home,
      );
      expect({ code, lines: stdout.split("\n").length }).toEqual({ code: 0, lines: 2 });
      return answerShape.parse(JSON.parse(stdout));
    };
    const all = await ask("--explain", "--limit", "4");
    expect(all).toMatchObject({
      query: "session token",
      kind: "words",
      offset: 0,
      coverage: { files: 4, read: 4, meaning: true, notes: [] },
    });
    expect(all.hits.length).toBeGreaterThan(2);
    for (const { score, parts } of all.hits) {
      expect(parts.length).toBeGreaterThan(3);
      expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(score, 4);
    }
    const second = await ask("--limit", "1", "--offset", "1");
    expect(second).toMatchObject({ offset: 1, nextOffset: 2, total: all.total });
    const { parts: _, ...expected } = all.hits[1] ?? {};
    expect(second.hits).toEqual([{ ...expected, parts: [] }]);
  });

  test("wrong usage ends with 2 and says what would be right", async () => {
    const { home, project } = place();
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [["x", "--limit", "0"], /--limit 0 must be a whole number from 1 to 1000/],
      [["x", "--in", "music"], /choose code, docs, memories, all/],
      [["x", "--language", "pyton"], /Did you mean "?python/],
    ];
    for (const [argv, says] of wrong) {
      const { code, stdout, stderr } = await outrider(["search", ...argv], project, home);
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(says) });
    }
  });
});

describe("index", () => {
  test("reads a project, forgets it, and says what there is", async () => {
    const { home, project } = place();
    const { code, stdout, stderr } = await outrider(["index"], project, home);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^project {2}\S/);
    for (const row of [
      /^Files +4$/m,
      /^Symbols +\d+ in \d files?: /m,
      /^Model +static:\S+, vectors of 4 of 4 contents/m,
    ])
      expect(stdout).toMatch(row);
    expect(stdout).toMatch(/^Complete: 4 files in \d+\.\d+ s, \d+ files\/s\.$/m);
    expect(stdout).not.toContain("\u001b");
    const status = await outrider(["index", "--status"], project, home);
    expect(status.stdout).toMatch(/^Symbols +\d+ in \d files?: /m);
    const cleared = await outrider(["index", "--clear", "--json"], project, home);
    expect(JSON.parse(cleared.stdout)).toMatchObject({
      action: "clear",
      symbols: { files: 0 },
      search: { files: 0, total: 4, chunks: 0 },
    });
    expect(await outrider(["index", "--clear", "--status"], project, home)).toMatchObject({ code: 2, stdout: "" });
  });

  test("shows on a terminal how far it is; Ctrl-C ends it with 130, and what was read is kept", async () => {
    const code = "export function step() {\n  return 1;\n}\n".repeat(30);
    const many = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, at) => [`lib/part-${at}.ts`, `// ${at}\n${code}`]),
    );
    const { home, project } = place(many);
    const { child, ended } = startOutrider(["index"], project, { env: { ...home.env, ...onTerminal } });
    let shown = "";
    child.stderr.on("data", (chunk: Buffer) => (shown += chunk.toString()));
    await vi.waitFor(() => expect(shown).toMatch(/\] +\d+% {2}[1-9][\d,]* of 1,50\d files/), { timeout: 60_000 });
    child.kill("SIGINT");
    const { code: status, stdout, stderr } = await ended;
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    expect(stderr).toMatch(/Stopped: [\d,]+ of 1,50\d files read\. They are kept; the next time goes on there\.\n$/);
    const state = join(project, ".outrider");
    const log = readdirSync(state, { recursive: true, encoding: "utf8" }).find((path) =>
      /search.symbols\.log$/.test(path),
    );
    const kept = Number(/Stopped: ([\d,]+)/.exec(stderr)?.[1]?.replaceAll(",", ""));
    // What is stored of one file has more than a hundred bytes.
    expect(statSync(join(state, log ?? "")).size).toBeGreaterThan(kept * 100);
  });
});

/** Stderr is taken for a terminal: what is asked of one is this property, and no system here has to lend a real one. */
const onTerminal = { TERM: "xterm", NODE_OPTIONS: "--import=data:text/javascript,process.stderr.isTTY=true" };

/** What the tests look into; the rest is compared as it is. */
const answerShape = z.looseObject({
  total: z.number(),
  hits: z.array(
    z.looseObject({
      file: z.string(),
      startLine: z.number(),
      score: z.number(),
      parts: z.array(z.looseObject({ share: z.number() })).default([]),
    }),
  ),
});
