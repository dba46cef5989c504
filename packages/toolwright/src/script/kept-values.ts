import type { Caller } from "../tool/call-context.ts";
import type { ScriptLimits } from "./limits.ts";

/** The values that scripts keep, each session its own. */
export interface KeptValues {
  /** All values of the session as one JSON object. */
  read(caller: Caller): string;
  /** Empty JSON forgets a value. What does not fit is named. */
  write(caller: Caller, changes: readonly { readonly name: string; readonly json: string }[]): readonly string[];
}

/** Sessions end without saying so: those unused for longest are forgotten. */
const maxSessions = 64;

export function createKeptValues({ keptBytes, keptValues }: ScriptLimits): KeptValues {
  const sessions = new Map<string, Map<string, string>>();

  return {
    read: (caller) =>
      `{${[...(sessions.get(keyOf(caller)) ?? [])].map(([name, json]) => `"${name}":${json}`).join(",")}}`,
    write(caller, changes) {
      if (changes.length === 0) return [];
      const key = keyOf(caller);
      const values = new Map(sessions.get(key));
      const refused: string[] = [];
      for (const { name, json } of changes) {
        const before = values.get(name);
        values.delete(name);
        if (json === "") continue;
        values.set(name, json);
        if (values.size <= keptValues && bytesOf(values) <= keptBytes) continue;
        values.delete(name);
        if (before !== undefined) values.set(name, before);
        refused.push(name);
      }
      sessions.delete(key);
      sessions.set(key, values);
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break;
        sessions.delete(oldest);
      }
      return refused;
    },
  };
}

function keyOf({ principal, session }: Caller): string {
  return JSON.stringify([principal, session]);
}

function bytesOf(values: ReadonlyMap<string, string>): number {
  return [...values].reduce((sum, [name, json]) => sum + name.length + json.length, 0);
}
