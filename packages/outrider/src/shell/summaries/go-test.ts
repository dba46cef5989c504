import { firstLines, type Problem, type Summariser } from "./summary.ts";

interface Event {
  readonly Action: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Output?: string;
}

/** `go test`, plain, with -v and with -json. */
export const goTest: Summariser = {
  kind: "go test",
  detect: (command, text) =>
    /\bgo test\b/.test(command) || /^(?:--- (?:FAIL|PASS): |(?:ok|FAIL) +\t?\S+\t[\d.]+s)/m.test(text) || isJson(text),
  summarise: (text) => (isJson(text) ? summariseEvents(text) : summarisePlain(text)),
};

function isJson(text: string): boolean {
  return /^\{"Time":"[^"]+","Action":"/.test(text.trimStart());
}

function summarisePlain(text: string): ReturnType<Summariser["summarise"]> {
  const lines = text.split("\n");
  const results = lines.flatMap((line, at) => {
    const [, indent = "", result = "", name = ""] = /^(\s*)--- (FAIL|PASS|SKIP): (\S+)/.exec(line) ?? [];
    return result === "" ? [] : [{ at, result, name, indent: indent.length }];
  });
  const packages = lines.filter((line) => /^(?:ok|FAIL)\s+\S+\s+(?:[\d.]+s|\(cached\)|\[)/.test(line));
  if (results.length === 0 && packages.length === 0) return undefined;
  const broken = lines.flatMap((line) => /^FAIL\s+(\S+) \[(build|setup) failed\]/.exec(line)?.[1] ?? []);
  const failed = leaves(results.filter(({ result }) => result === "FAIL").map(({ name }) => name));
  const problems = results
    .filter(({ result, name }) => result === "FAIL" && failed.includes(name))
    .map(({ at, name }) => toProblem(name, around(lines, at, name)));
  const count = (wanted: string): number =>
    leaves(results.filter(({ result }) => result === wanted).map(({ name }) => name)).length;
  return {
    counts: {
      failed: failed.length,
      passed: count("PASS"),
      skipped: count("SKIP"),
      "packages failed": packages.filter((line) => line.startsWith("FAIL")).length,
      "packages ok": packages.filter((line) => line.startsWith("ok")).length,
    },
    problems: [
      ...problems,
      ...broken.map((name) => ({
        name: `${name} does not build`,
        detail: firstLines(lines.filter((line) => /^\S+\.go:\d+/.test(line))),
      })),
    ],
  };
}

/** Per failure: further lines are not shown anyway. */
const maxLines = 200;

/** A test is counted by its innermost subtests. */
function leaves(names: readonly string[]): readonly string[] {
  const parents = new Set(
    names.flatMap((name) => name.split("/").map((_part, at, parts) => parts.slice(0, at).join("/"))),
  );
  return names.filter((name) => !parents.has(name));
}

/** With -v the lines of a test follow its `=== RUN`, otherwise its result. */
function around(lines: readonly string[], at: number, name: string): readonly string[] {
  const stops = /^\s*(?:--- |=== |FAIL|ok\s|PASS)/;
  const take = (from: number): readonly string[] => {
    const rest = lines.slice(from, from + maxLines);
    const end = rest.findIndex((line) => stops.test(line));
    return end === -1 ? rest : rest.slice(0, end);
  };
  const below = take(at + 1);
  const start = lines.findIndex((line) => line === `=== RUN   ${name}`);
  return firstLines(below).length > 0 || start === -1 ? below : take(start + 1);
}

function toProblem(name: string, body: readonly string[]): Problem {
  const place = body.map((line) => /^\s*(\S+\.go:\d+)/.exec(line)?.[1]).find((found) => found !== undefined);
  return { name, ...(place === undefined ? {} : { place }), detail: firstLines(body) };
}

function summariseEvents(text: string): ReturnType<Summariser["summarise"]> {
  const events = text.split("\n").flatMap(parseEvent);
  const key = ({ Package = "", Test = "" }: Event): string => `${Package}.${Test}`;
  const ended = (action: string): readonly string[] =>
    leaves(events.filter((event) => event.Action === action && event.Test !== undefined).map(key));
  const outputs = new Map<string, string[]>();
  for (const event of events) {
    if (event.Action !== "output") continue;
    const before = outputs.get(key(event)) ?? [];
    before.push(event.Output ?? "");
    outputs.set(key(event), before);
  }
  const failed = ended("fail");
  const problems = failed.map((name) => {
    const printed = outputs.get(name) ?? [];
    return toProblem(
      name,
      printed.filter((line) => !/^\s*(?:===|---)/.test(line)),
    );
  });
  return { counts: { failed: failed.length, passed: ended("pass").length, skipped: ended("skip").length }, problems };
}

function parseEvent(line: string): readonly Event[] {
  try {
    const value: unknown = JSON.parse(line);
    return isEvent(value) ? [value] : [];
  } catch {
    return [];
  }
}

function isEvent(value: unknown): value is Event {
  return typeof value === "object" && value !== null && "Action" in value && typeof value.Action === "string";
}
