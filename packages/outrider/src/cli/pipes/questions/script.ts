import { readFile } from "node:fs/promises";
import { usageError } from "toolwright/cli";
import * as z from "zod";
import type { Outcome } from "toolwright";
import type { PipeSession } from "../pipe-session.ts";
import { readAll } from "../read-words.ts";

const output = z.object({
  printed: z.string(),
  returned: z.unknown().optional(),
  notes: z.array(z.string()).default([]),
});

/** Runs a script over the tools and prints what it prints and returns. */
export async function run(session: PipeSession): Promise<void> {
  const { args, printer, terminal } = session;
  const [file = "-"] = args.positionals;
  const read = file === "-" ? await readAll(session) : await readScript(session, file);
  // The line that makes a file a program; it stays a line, so that errors name the right one.
  const code = read.replace(/^\ufeff?#![^\r\n]*/, "");
  if (code.trim() === "") throw usageError(`The script ${file === "-" ? "on stdin" : JSON.stringify(file)} is empty.`);
  const ended = await callApproved(session, code);
  if (ended.status === "needs_approval")
    return await printer.fail(`${ended.error.message}\nTo approve what it asks for: --yes`);
  if (ended.status !== "ok") return await printer.fail(ended.error.message);
  const { printed, returned, notes } = output.parse(ended.value);
  const value = returned === undefined || typeof returned === "string" ? returned : JSON.stringify(returned);
  if (args.given.has("json")) await terminal.print(JSON.stringify({ printed, returned, notes }));
  else
    await printer.text(
      [printed, value ?? ""]
        .filter((each) => each !== "")
        .map(endLine)
        .join(""),
    );
  for (const note of notes) await printer.note(note);
}

/** Again for each call of the script that a person has to approve, if they did so beforehand. */
async function callApproved({ tools, args }: PipeSession, code: string): Promise<Outcome> {
  let ended = await tools.outcome("script", { code });
  while (ended.status === "needs_approval" && args.given.has("yes")) {
    const { request, state } = ended;
    ended = await tools.outcome(
      "script",
      { code },
      {
        approval: { request, decision: "approved" },
        ...(state === undefined ? {} : { continues: { answers: {}, state } }),
      },
    );
  }
  return ended;
}

async function readScript({ places }: PipeSession, file: string): Promise<string> {
  try {
    return await readFile(places.onDisk(file), "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw usageError(`The script ${JSON.stringify(file)} cannot be read: ${why}.`);
  }
}

function endLine(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
