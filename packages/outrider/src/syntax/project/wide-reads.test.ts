import { expect, onTestFinished, test } from "vitest";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import type { Reply } from "../workers/messages.ts";
import { WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import { openParserPool, type ParserPool } from "../workers/open-parser-pool.ts";
import { findOccurrencesIn } from "./wide-reads.ts";

const { signal } = new AbortController();

test("a thread replies for each file, whether or not there is anything to tell", async () => {
  const { project } = await openTestProject({ "a.ts": "f();\n", "b.sql": "create table f (x int);\n" });
  const pool = openParserPool({ size: 1 });
  onTestFinished(() => pool.close());
  const replies: Reply[] = [];
  await pool.run(
    { kind: "occurrences", root: project.root, files: ["b.sql", "gone.ts", "a.ts"], names: ["f"] },
    { signal, onReply: (reply) => replies.push(reply) },
  );
  expect(replies.map((reply) => reply.kind === "occurrences" && reply.found?.file)).toEqual([
    undefined,
    undefined,
    "a.ts",
  ]);
});

test("the file that ends a thread is left out and read once; files without anything to tell are not taken for it", async () => {
  const jobs: (readonly string[])[] = [];
  // Threads that end at one file, however long a real parser would need to.
  const pool: ParserPool = {
    size: 1,
    async run(job, { onReply }) {
      if (job.kind !== "occurrences") throw new Error(`${job.kind} was not expected`);
      jobs.push(job.files);
      for (const file of job.files) {
        if (file === "bad.ts") throw new WorkerLostError("The parser ended.");
        const found = { file, language: "typescript", occurrences: [], imports: [], symbols: [] };
        onReply({ kind: "occurrences", found: file.endsWith(".ts") ? found : undefined });
      }
    },
    async close() {},
  };
  // So many that a portion has all kinds of them.
  const files = ["a.sql", "bad.ts", "b.sql", "a.ts", "c.sql", "b.ts", "d.sql", "c.ts"];
  const found = await findOccurrencesIn("/", files, ["f"], { pool, signal });
  expect(found.map(({ file }) => file)).toEqual(["a.ts", "b.ts", "c.ts"]);
  expect(jobs).toEqual([
    ["a.sql", "bad.ts", "b.sql", "a.ts"],
    ["c.sql", "b.ts", "d.sql", "c.ts"],
    ["b.sql", "a.ts"],
  ]);
});
