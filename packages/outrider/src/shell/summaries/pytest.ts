import { firstLines, type Problem, readCounts, type Summariser } from "./summary.ts";

const words = {
  failed: "failed",
  passed: "passed",
  skipped: "skipped",
  error: "errors",
  errors: "errors",
  xfailed: "xfailed",
  xpassed: "xpassed",
  deselected: "deselected",
  warning: "warnings",
  warnings: "warnings",
};
const lastLine = /^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+) in [\d.]+s/;

export const pytest: Summariser = {
  kind: "pytest",
  detect: (command, text) =>
    /\bpytest\b/.test(command) || /^=+ (?:test session starts|short test summary info) =+$/m.test(text),
  summarise(text) {
    const lines = text.split("\n");
    const total = lines.findLast((line) => lastLine.test(line));
    if (total === undefined) return undefined;
    const sections = findSections(lines);
    const problems = lines.flatMap((line) => toProblem(line, sections));
    return { counts: readCounts(lastLine.exec(total)?.[1] ?? "", words), problems };
  },
};

/** `FAILED file.py::test - reason` from the summary, with the location and the "E" lines of its section. */
function toProblem(line: string, sections: ReadonlyMap<string, readonly string[]>): readonly Problem[] {
  const [, kind, id = "", reason = ""] = /^(FAILED|ERROR) (\S+(?:\[.*?\])?)(?: - (.*))?$/.exec(line) ?? [];
  if (kind === undefined) return [];
  const name = id.split("::").slice(1).join(".");
  const section = sections.get(name) ?? [];
  const place = section.findLast((each) => /^[^\s:]+:\d+: /.test(each));
  const marked = section.filter((each) => each.startsWith("E ")).map((each) => each.slice(1));
  return [
    {
      name: `${kind} ${id}`,
      ...(place === undefined ? {} : { place: place.replace(/^([^:]+:\d+).*/, "$1") }),
      detail: marked.length > 0 ? firstLines(marked) : firstLines([reason]),
    },
  ];
}

function findSections(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    const title = /^_{3,} (?:ERROR at \w+ of )?(\S.*?) _{3,}$/.exec(line)?.[1];
    if (title !== undefined) {
      current = [];
      sections.set(title, current);
    } else if (/^=+ .* =+$/.test(line)) current = undefined;
    else current?.push(line);
  }
  return sections;
}
