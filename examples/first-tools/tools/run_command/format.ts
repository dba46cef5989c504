import type { Output } from "./schema.ts";

export function format({ exit_code, stdout, stderr, timed_out, left_out_bytes }: Output): string {
  const end = timed_out ? "ended: time was up" : `exit code ${exit_code ?? "none"}`;
  const sections = [stdout.trimEnd(), stderr === "" ? "" : `stderr:\n${stderr.trimEnd()}`, end];
  if (left_out_bytes > 0) sections.push(`${left_out_bytes} bytes of output were not kept`);
  return sections.filter((section) => section !== "").join("\n");
}
