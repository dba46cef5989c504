import { readdirSync } from "node:fs";
import { languages } from "../../languages/index.ts";
import type { Language } from "../../languages/language.ts";
import { answerJobs } from "../../workspace/threads/answer-jobs.ts";
import { parseText } from "../extract/parse-text.ts";
import { readModule } from "../modules/read-module.ts";
import { findOccurrences } from "../references/find-occurrences.ts";
import { readLists } from "../signatures/read-lists.ts";
import { encodeRecord } from "../table/file-record.ts";
import type { ParseJob, Reply } from "./messages.ts";
import { createParseBudget } from "./parse-budget.ts";
import { limitOf, readEdit, readParts, readSource, readText, startWork } from "./read-source.ts";

/* A parser thread: whatever a text does to the parser, the server keeps answering. */

async function run(job: ParseJob, send: (reply: Reply) => void): Promise<void> {
  switch (job.kind) {
    case "read": {
      const { root, files, limitFactor, slowMs } = job;
      const budget = createParseBudget(slowMs ?? Number.POSITIVE_INFINITY);
      for (const each of files) {
        const file = await readSource(root, each, budget.limitFactor(limitFactor ?? 1));
        budget.charge(file.slowMs);
        send({ kind: "file", file });
      }
      return;
    }
    case "parse": {
      const { file, text, limitFactor = 1 } = job;
      const work = startWork();
      const limitMs = limitOf(text, limitFactor);
      const { imports, ...record } = await readText(file, text, { rules: false, imports: true, limitMs });
      send({ kind: "parsed", record: encodeRecord(record), imports, slowMs: work.slowMs(text, record) });
      return;
    }
    case "check":
      send({ kind: "checked", check: await readEdit(job.edit) });
      return;
    case "parts":
      send({ kind: "parts", parts: await readParts(job.file, job.text) });
      return;
    case "lists":
      send({ kind: "lists", answer: await readLists(job.question) });
      return;
    case "module":
      send({ kind: "module", facts: await readModule(job.file, job.text) });
      return;
    case "occurrences":
      for (const file of job.files) {
        send({ kind: "occurrences", found: await findOccurrences(job.root, file, job.names) });
      }
      return;
    case "warm": {
      const language = guessLanguage(job.directory);
      if (language !== undefined && "grammar" in language) await parseText(language, "", {}, () => {});
      return;
    }
    default:
      job satisfies never;
  }
}

answerJobs<ParseJob, Reply>(run, { isSilent: (job) => job.kind === "warm" });

/** By the files at the top of a project; a wrong guess costs no more than loading later. */
function guessLanguage(directory: string): Language | undefined {
  const names = new Set(listNames(directory));
  const fitting = languages.filter(({ projectSigns }) => projectSigns?.files.some((name) => names.has(name)) === true);
  return fitting.sort((a, b) => (a.projectSigns?.order ?? 0) - (b.projectSigns?.order ?? 0))[0];
}

function listNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
