import { readFile } from "node:fs/promises";
import type { Check } from "../check.ts";

/** For the person's information: changes are found by looking, watching only finds them sooner. */
export const watching: Check = {
  what: "file watching",
  async run() {
    if (process.platform !== "linux") return { level: "info", detail: "no limit known on this system" };
    const [watches, instances] = await Promise.all([readLimit("max_user_watches"), readLimit("max_user_instances")]);
    return { level: "info", detail: `up to ${watches} directories, ${instances} watchers a user` };
  },
};

async function readLimit(name: string): Promise<string> {
  const text = await readFile(`/proc/sys/fs/inotify/${name}`, "utf8").catch(() => "an unknown number of");
  const limit = Number(text.trim());
  return Number.isNaN(limit) ? text : limit.toLocaleString("en-US");
}
