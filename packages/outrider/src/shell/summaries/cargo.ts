import { firstLines, type Problem, type Summariser, type Summary } from "./summary.ts";

/** `cargo test`, build, check and clippy. */
export const cargo: Summariser = {
  kind: "cargo",
  detect: (command, text) =>
    /\bcargo\b/.test(command) || /^(?:test result: (?:ok|FAILED)\.|error\[E\d{4}\]:)/m.test(text),
  summarise(text) {
    const lines = text.split("\n");
    const tests = countTests(lines);
    const diagnostics = findDiagnostics(lines);
    if (tests === undefined && diagnostics.length === 0) return undefined;
    const errors = diagnostics.filter(({ name }) => name.startsWith("error"));
    const warnings = diagnostics.length - errors.length;
    return { counts: { ...tests, errors: errors.length, warnings }, problems: [...errors, ...failedTests(lines)] };
  },
};

/** Per problem: further lines are not shown anyway. */
const maxLines = 200;

function countTests(lines: readonly string[]): Summary["counts"] | undefined {
  const results = lines.flatMap((line) => {
    const match = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/.exec(line);
    return match === null ? [] : [match.slice(1).map(Number)];
  });
  if (results.length === 0) return undefined;
  const sum = (index: number): number => results.reduce((total, counts) => total + (counts[index] ?? 0), 0);
  return { failed: sum(1), passed: sum(0), ignored: sum(2) };
}

function findDiagnostics(lines: readonly string[]): readonly Problem[] {
  return lines.flatMap((line, at) => {
    if (!/^(?:error(?:\[E\d+\])?|warning): /.test(line) || isTotal(line)) return [];
    const rest = lines.slice(at + 1, at + maxLines);
    const end = rest.findIndex((each) => each.trim() === "");
    const body = end === -1 ? rest : rest.slice(0, end);
    const place = body.map((each) => /^\s*--> (\S+:\d+):\d+$/.exec(each)?.[1]).find((found) => found !== undefined);
    const marked = body.filter((each) => /^\s*(?:\|\s+[-^~ ]*[\^-]+ \S|= )/.test(each));
    return [{ name: line, ...(place === undefined ? {} : { place }), detail: firstLines(marked, 2) }];
  });
}

function isTotal(line: string): boolean {
  return /^(?:error: (?:could not compile|aborting due|test failed|\d+ targets? failed)|warning: (?:`.*` \(.*\) generated|\d+ warnings? emitted))/.test(
    line,
  );
}

function failedTests(lines: readonly string[]): readonly Problem[] {
  return lines.flatMap((line, at) => {
    const name = /^---- (\S+) stdout ----$/.exec(line)?.[1];
    if (name === undefined) return [];
    const rest = lines.slice(at + 1, at + maxLines);
    const end = rest.findIndex((each) => /^(?:----|failures:|stack backtrace:|note: )/.test(each));
    const body = end === -1 ? rest : rest.slice(0, end);
    const place = body
      .map((each) => /panicked at (\S+:\d+):\d+:?/.exec(each)?.[1])
      .find((found) => found !== undefined);
    return [
      {
        name,
        ...(place === undefined ? {} : { place }),
        detail: firstLines(body.filter((each) => !each.includes("panicked at"))),
      },
    ];
  });
}
