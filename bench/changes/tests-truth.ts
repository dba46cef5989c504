/** Which tests run a function, by coverage.py with the test as the context of each line. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import * as z from "zod";

export interface RunFunction {
  readonly file: string;
  readonly name: string;
  /** 1-based lines of its body. */
  readonly lines: readonly [number, number];
  readonly tests: ReadonlySet<string>;
}

const shape = z.array(
  z.object({
    file: z.string(),
    name: z.string(),
    lines: z.tuple([z.number(), z.number()]),
    tests: z.array(z.string()),
  }),
);

/** Runs the tests of the repository, so only with one that is trusted; `python` has coverage and pytest. */
export function readRunFunctions(python: string, root: string, source: string, here: string): readonly RunFunction[] {
  const env = { ...process.env, PYTHONPATH: join(root, source), PYTHONDONTWRITEBYTECODE: "1" };
  const printed = execFileSync(python, [join(here, "functions_run.py"), source], {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return shape.parse(JSON.parse(printed)).map(({ tests, ...rest }) => ({ ...rest, tests: new Set(tests) }));
}
