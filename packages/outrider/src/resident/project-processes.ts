import { connectResident, listResidents, ResidentError, residentKey, type RunningResident } from "toolwright/resident";
import type { FoundResident } from "./find-resident.ts";
import { fieldsOf } from "./wire.ts";

/** A resident process of a project, as `resident status` and `doctor` tell of it. */
export interface ProjectProcess extends RunningResident {
  readonly version: string;
  /** What it was started with that commands from here have not: they do not use it. */
  readonly differs: readonly string[];
  readonly state: ProcessState;
}

type ProcessState =
  | { readonly is: "answering"; readonly status: Readonly<Record<string, unknown>> }
  | { readonly is: "silent" }
  /** It has its lock and no socket. */
  | { readonly is: "beginning or ending" };

/** What a process leaves where it can be read without asking it; of what may be private, only whether it is the same. */
export function describeResident({ root, version, parts }: FoundResident): Readonly<Record<string, unknown>> {
  const digests = Object.entries(parts).map(([name, value]) => [name, residentKey([value])]);
  return { root, version, parts: Object.fromEntries(digests) };
}

/** All processes of the user that serve the project, the one that commands from here use first. */
export async function listProjectProcesses(
  found: FoundResident,
  signal: AbortSignal,
): Promise<readonly ProjectProcess[]> {
  const running = await listResidents(found.directory);
  const own = running.filter(({ about }) => about["root"] === found.root);
  const processes = own.map(async (each): Promise<ProjectProcess> => {
    const version = String(each.about["version"]);
    return {
      ...each,
      version,
      differs: differencesOf(found, each),
      state: await askState(found, each, version, signal),
    };
  });
  return (await Promise.all(processes)).toSorted((one, other) => one.differs.length - other.differs.length);
}

function differencesOf({ parts, version }: FoundResident, { about }: RunningResident): readonly string[] {
  const theirs = fieldsOf(about["parts"]);
  const names = Object.entries(parts).flatMap(([name, value]) => (theirs[name] === residentKey([value]) ? [] : [name]));
  return [...names, ...(about["version"] === version ? [] : ["version of Outrider"])];
}

async function askState(
  { directory }: FoundResident,
  { key }: RunningResident,
  version: string,
  signal: AbortSignal,
): Promise<ProcessState> {
  try {
    // With its own version: a process of another one would end instead of answering.
    const connection = await connectResident({ directory, key, version, signal });
    if (connection === undefined) return { is: "beginning or ending" };
    try {
      await connection.send({ ask: "status" });
      const answer = await connection.receive();
      return {
        is: "answering",
        status: fieldsOf(fieldsOf(answer?.kind === "json" ? answer.value : undefined)["status"]),
      };
    } finally {
      connection.destroy();
    }
  } catch (error) {
    if (error instanceof ResidentError && error.code === "not_answering") return { is: "silent" };
    if (error instanceof ResidentError && error.code === "lost") return { is: "beginning or ending" };
    throw error;
  }
}
