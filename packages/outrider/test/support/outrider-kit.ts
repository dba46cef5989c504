import { join } from "node:path";
import type { Approval, Outcome, ProgressReport } from "toolwright";
import { onTestFinished } from "vitest";
import { type OpenedOutrider, openOutrider, type OutriderOptions } from "../../src/open-outrider.ts";
import { type KitServer, serverSettings } from "./kit-servers.ts";
import { lentThreads } from "./lent-thread.ts";
import { makeTempPlace, type TempPlace, writeFiles } from "./temp-project.ts";

export interface OutriderKit extends TempPlace {
  readonly outrider: OpenedOutrider;
  /** What was told on the side, faults included. */
  readonly told: string[];
  call(tool: string, input: object, options?: CallChoice): Promise<Outcome>;
  /** The text of an answer; any other outcome fails the test. */
  read(tool: string, input: object, options?: CallChoice): Promise<string>;
}

export interface CallChoice {
  readonly session?: string;
  readonly signal?: AbortSignal;
  /** What the person says when asked; "no" unless told. */
  readonly approve?: boolean;
  readonly onProgress?: (report: ProgressReport) => void;
}

export interface KitOptions extends Partial<Omit<OutriderOptions, "tell" | "cwd" | "env">> {
  /** The directory that holds the user's settings; one beside the project unless told. */
  readonly configHome?: (place: TempPlace) => string;
  /** The user-level settings file, as TOML. */
  readonly settings?: string;
  /** Language servers by id, from the packages that the tests have, or programs of the test's own; none unless told. */
  readonly servers?: readonly KitServer[];
  /** What else the place needs before Outrider sees it, such as links. */
  readonly prepare?: (place: TempPlace) => void;
}

/** The whole of Outrider over a temp project: real policy, services and kernel; everything ends with the test. */
export async function openKit(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { settings, servers = [], prepare, configHome, ...options }: KitOptions = {},
): Promise<OutriderKit> {
  const place = makeTempPlace(files);
  const config = configHome?.(place) ?? join(place.base, "config");
  const withServers = `${settings ?? ""}\n${await serverSettings(servers, settings, place.root)}`;
  if (settings !== undefined || configHome === undefined) writeFiles(config, { "outrider/config.toml": withServers });
  prepare?.(place);
  const told: string[] = [];
  const outrider = await openOutrider({
    cwd: place.root,
    project: place.root,
    env: { ...process.env, XDG_CONFIG_HOME: config, APPDATA: config },
    tempRoots: [place.temp],
    parsers: lentThreads,
    tell: async (text) => void told.push(text),
    ...options,
  });
  onTestFinished(async () => {
    await outrider.kernel.close();
    await outrider.close();
  });

  async function call(tool: string, input: object, choice: CallChoice = {}): Promise<Outcome> {
    const { session = "test", approve, ...rest } = choice;
    const base = { caller: { host: "test", session, principal: "tester" }, ...rest };
    const first = await outrider.kernel.call(tool, input, base);
    if (first.status !== "needs_approval" || approve === undefined) return first;
    const approval: Approval = { request: first.request, decision: approve ? "approved" : "rejected" };
    const continues = first.state === undefined ? {} : { continues: { answers: {}, state: first.state } };
    return await outrider.kernel.call(tool, input, { ...base, approval, ...continues });
  }

  return {
    ...place,
    outrider,
    told,
    call,
    async read(tool, input, choice) {
      const outcome = await call(tool, input, choice);
      if (outcome.status === "ok") return outcome.text;
      throw new Error(`${tool} ended as ${outcome.status}: ${outcome.error.message}\n${told.join("\n")}`);
    },
  };
}
