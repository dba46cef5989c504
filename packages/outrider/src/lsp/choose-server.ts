import type { ServerSpec } from "../languages/server-spec.ts";
import type { ServerSettings } from "../workspace/config/user-config.ts";
import type { Project } from "../workspace/project.ts";
import type { ServerState } from "./pool/server-pool.ts";
import { pathOutside } from "../workspace/programs/find-on-path.ts";
import { findProgram } from "./programs/find-program.ts";
import { isTrustedProject } from "./programs/found-program.ts";
import { ownToolchain } from "./programs/rustup.ts";
import { type ChosenServer, factsOf } from "./plan-launch.ts";

export type ServerChoice = ChosenServer | NoServer;

interface NoServer {
  /** The server that would be used if it were installed. */
  readonly wanted: Pick<ServerSpec, "id" | "title"> | undefined;
  readonly reason: string;
  readonly how: string | undefined;
}

export interface ChooseOptions {
  readonly specs: readonly ServerSpec[];
  readonly user: ServerSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cacheDirectory: string;
}

export interface RememberedChoices {
  of(project: Project, language: { readonly id: string; readonly title: string }): Promise<ServerChoice>;
  /** The servers that were looked for in a project and not found. */
  missing(root: string): readonly ServerState[];
}

interface RememberedChoice {
  readonly root: string;
  /** Its id. */
  readonly language: string;
  readonly at: number;
  readonly choice: ServerChoice;
}

/** A newly installed server is found within this time. */
const freshMs = 5_000;

/** Remembers the server for each language for a few seconds: searching PATH and packages takes many small reads. */
export function rememberChoices(options: ChooseOptions): RememberedChoices {
  const known = new Map<string, RememberedChoice>();
  return {
    async of(project, language) {
      const key = [project.root, language.id].join("\0");
      const found = known.get(key);
      if (found !== undefined && performance.now() - found.at < freshMs) return found.choice;
      const choice = await chooseServer(project, language, options);
      known.set(key, { root: project.root, language: language.id, at: performance.now(), choice });
      return choice;
    },
    missing: (root) =>
      [...known.values()].flatMap((each) => {
        if (each.root !== root || !("reason" in each.choice) || each.choice.wanted === undefined) return [];
        const { wanted, reason, how } = each.choice;
        const detail = how === undefined ? reason : `${reason}; ${how}`;
        const { id, title } = wanted;
        return [{ id, title, languages: [each.language], root, state: "stopped", detail, restarts: 0 }];
      }),
  };
}

/** The server for a language in a project: the first installed one, those that suit the project best first. */
async function chooseServer(
  project: Project,
  language: { readonly id: string; readonly title: string },
  options: ChooseOptions,
): Promise<ServerChoice> {
  const { user } = options;
  const known = options.specs.filter(({ languages }) => Object.hasOwn(languages, language.id));
  const [first] = known;
  if (first === undefined)
    return { wanted: undefined, reason: `no language server is known for ${language.title}`, how: undefined };
  const trusted = isTrustedProject(project.root, user);
  const facts = factsOf(project, project.root, trusted);
  const preference = (spec: ServerSpec): number => (spec.suits === undefined ? 1 : spec.suits(facts) ? 0 : 2);
  const ranked = known.map((spec) => ({ spec, rank: preference(spec) })).sort((a, b) => a.rank - b.rank);
  const missing: { readonly title: string; readonly reason: string; readonly how: string }[] = [];
  for (const { spec } of ranked) {
    const program = await findProgram(spec, { ...options, root: project.root, outermost: project.outermost, trusted });
    if ("file" in program) {
      const own = trusted ? {} : await ownPrograms(spec, project.outermost, options);
      return { spec, program: { ...program, env: { ...own, ...program.env } }, trusted };
    }
    missing.push({ title: spec.title, reason: program.missing, how: program.obtain });
  }
  // That a server is not on PATH is not worth reporting; any other reason is.
  const kept = missing.filter(({ reason }) => !/^no .* on PATH$/.test(reason));
  return {
    wanted: ranked[0]?.spec,
    reason:
      kept.length === 0
        ? `none for ${language.title} is installed`
        : kept.map(({ title, reason }) => `${title}: ${reason}`).join("; "),
    how: missing[0]?.how,
  };
}

/** Programs that a server looks up itself come from the user, never from the repository. */
async function ownPrograms(
  { usesRustup }: ServerSpec,
  root: string,
  { env }: ChooseOptions,
): Promise<Readonly<Record<string, string>>> {
  return { PATH: await pathOutside(env, root), ...(usesRustup === true ? await ownToolchain(env) : {}) };
}
