import type { Services } from "../services.ts";
import findText from "./find_text/index.ts";
import projectSize from "./project_size/index.ts";
import runCommand from "./run_command/index.ts";

export const tools = [findText, projectSize, runCommand] as const;

/** What `toolwright tools|call|test --from` reads: the list, and how its services are made for each call. */
export default { tools, services: (): Services => ({ root: process.cwd() }) };
