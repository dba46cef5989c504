import type { Output } from "./schema.ts";

/** How it ended, then the output, then where the rest is. */
export function format(value: Output): string {
  if (value.jobs !== undefined) return formatJobs(value.jobs);
  const { text = "", notes = [] } = value;
  const end = value.state === "timed_out" ? `${describeEnd(value)}; what it printed so far:` : describeEnd(value);
  return [end, ...notes.map((note) => `note: ${note}`), text, describeRest(value)]
    .filter((part) => part !== "")
    .join("\n");
}

function formatJobs(jobs: NonNullable<Output["jobs"]>): string {
  if (jobs.length === 0) return "No background jobs in this session.";
  return jobs.map(({ job, command, ...rest }) => `${job} ${describeEnd(rest)}: ${oneLine(command)}`).join("\n");
}

function describeEnd({ state, exit_code, signal, seconds = 0, bytes }: Output): string {
  const time = `${seconds.toFixed(1)} s`;
  if (state === "timed_out") return `timed out after ${time}`;
  if (state === "running") return `running for ${time}`;
  if (state === "killed") return `killed after ${time}`;
  if (state === "failed") return `could not be run`;
  const how = typeof exit_code === "number" ? `exit ${exit_code}` : `ended by ${signal ?? "a signal"}`;
  return `${how} in ${time}${bytes === 0 ? ", no output" : ""}`;
}

function describeRest({ shown, state, handle, lines = 0, bytes = 0, left_out_bytes = 0 }: Output): string {
  if (handle === undefined) return "";
  const gap = left_out_bytes === 0 ? "" : `, ${left_out_bytes} bytes in the middle not kept`;
  const whole = `${lines} lines, ${bytes} bytes${gap}`;
  if (state === "running") return `[job ${handle}: ${whole} so far]`;
  if (shown === "whole") return `[${handle}]`;
  return `[Whole output (${whole}): read_file or grep with path ${handle}]`;
}

function oneLine(command: string): string {
  const line = command.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
