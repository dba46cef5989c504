import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/** Sends one call to the server of a run and prints what the model would see. */
export async function ask(folder: string, tool: string, given: string): Promise<void> {
  const text = given === "-" ? readFileSync(0, "utf8") : given;
  const input: unknown = tool === "script" && given === "-" ? { code: text } : JSON.parse(text);
  const connection = connect(join(folder, "calls.sock"));
  connection.end(JSON.stringify({ tool, input }));
  for await (const chunk of connection) process.stdout.write(String(chunk));
}
