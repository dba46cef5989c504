import { didYouMean } from "../tool/nearest-name.ts";
import { describeText } from "../tool/describe-value.ts";
import { AuditError, AuditOptionsError, timeIsUp } from "./audit-errors.ts";
import { type AuditTarget, NotMeasured } from "./probes/target.ts";
import type { GivenInputs } from "./inputs/given-inputs.ts";
import { findWorkingCall } from "./probes/calls.ts";
import { listNeeded, probes } from "./probes/index.ts";
import { openLiveSession } from "./probes/live-session.ts";
import { readListing } from "./probes/list.ts";
import { watchNoise } from "./probes/noise.ts";
import type { Limits, Measured, ProbeContext } from "./probes/probe.ts";
import type { AuditReport } from "./report/report.ts";
import { comparePins, pinTools, type PinnedTools } from "./pin.ts";
import { chooseRules } from "./report/choose-rules.ts";
import { createMask, createQuote, maskForms, type KnownSecrets, type Quote } from "./report/quote.ts";
import { writeReport } from "./report/write-report.ts";
import type { ListedTool, Listing, ProbeName, Seen } from "./seen.ts";
import type { UrlOptions } from "./subject/http-wire.ts";
import { type AuditedServer, openServer } from "./subject/open-server.ts";
import type { CommandOptions } from "./subject/open-subject.ts";

/** What to audit, and how far to go. */
export interface AuditOptions {
  /** Starts the server under test, or reaches one that runs. */
  readonly server: CommandOptions | UrlOptions;
  /** Tools that may be called although they do not say that they only read. */
  readonly call?: readonly string[];
  /** Call tools that change something, too, in a throw-away copy of the working directory. Not with a server that runs already. */
  readonly writes?: boolean;
  /** Inputs that work, by tool. */
  readonly inputs?: GivenInputs;
  /** Only these rules, by id or family. */
  readonly only?: readonly string[];
  /** Not these rules, by id or family. */
  readonly skip?: readonly string[];
  /** The `pins` of an earlier report: a tool that differs is a finding. */
  readonly pinned?: PinnedTools;
  /** Names of the tools that a client has loaded from other servers. */
  readonly besideTools?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** For the whole audit. Default: five minutes. */
  readonly timeoutMs?: number;
  /** Ends the audit, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Is told what the audit is doing. */
  readonly onStatus?: (text: string) => void;
}

const defaults: Limits = { startMs: 30_000, callMs: 20_000, answerMs: 5_000, endMs: 10_000 };

/** Audits a server. Whatever the server does, this ends in time, and nothing that it started is left. */
export async function auditServer(options: AuditOptions): Promise<AuditReport> {
  const { timeoutMs = 300_000, onStatus = () => {} } = options;
  if (options.writes === true && "url" in options.server) throw new AuditOptionsError(noCopy);
  const rules = chooseRules(options.only ?? [], options.skip ?? []);
  const limits: Limits = { ...defaults, ...options.limits };
  const over = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? over : AbortSignal.any([over, options.signal]);
  options.signal?.throwIfAborted();
  onStatus("connecting to the server");
  const server = await openServer(options.server, limits.startMs);
  const secrets: KnownSecrets = { canaries: server.place?.canaries ?? [], given: listSecrets(options.server) };
  const quote = createQuote(secrets);
  const startedAt = performance.now();
  // Whatever is waited for ends with the server.
  const stop = (): void => void server.stop();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  // What an ended server does is not its fault.
  const throwIfOver = (): void => {
    options.signal?.throwIfAborted();
    if (over.aborted)
      throw new AuditError(
        `The time of the audit, ${timeoutMs / 1000} s, was up before the server had listed its tools.`,
      );
  };
  try {
    const { target, listing, ...first } = await readFirst(server, limits).catch((error: unknown) => {
      throwIfOver();
      throw error instanceof NotMeasured ? new AuditError(quote(error.message, longestEnd)) : error;
    });
    if (listing.unread !== undefined) throwIfOver();
    checkToolNames(options, listing, quote);
    const callable = listing.tools.filter((tool) => mayCall(tool, options.call ?? []));
    const changing = options.writes === true ? listing.tools.filter((tool) => !callable.includes(tool)) : [];
    const inputs = options.inputs ?? new Map();
    const noise = watchNoise(target);
    const live = openLiveSession(noise);
    const status = (text: string): void => onStatus(quote(text));
    const needed = listNeeded(rules);
    const { measured, unseen } = await measure(
      { target: noise.target, live, listing, callable, changing, inputs, limits, signal, status },
      needed,
      first,
    );
    measured.noise = noise.read();
    // What was measured until then is not the server.
    options.signal?.throwIfAborted();
    const mayBeCalled = [...callable, ...changing].map(({ name }) => name);
    const mask = createMask(secrets);
    const pins = pinTools(listing.tools, (text) => maskForms(mask(text)));
    if (listing.unread !== undefined) unseen.pins = "The tools of the server could not be listed.";
    else if (options.pinned === undefined) unseen.pins = "No lock file was given; --pin FILE writes one.";
    else measured.pins = comparePins(options.pinned, pins);
    const problems = [...listing.problems, ...tellPartly(measured, unseen)];
    const seen: Seen = { listing: { ...listing, problems }, unseen, canaries: secrets.canaries, ...measured };
    return writeReport(seen, {
      rules,
      quote,
      wall: server.wall,
      called: mayBeCalled.filter((name) => measured.calls?.some(({ tool }) => tool === name)),
      worked: mayBeCalled.filter((name) => findWorkingCall(measured.calls ?? [], name) !== undefined),
      touched: server.place?.findTouched() ?? [],
      pins,
      sharedNames: listing.tools.map(({ name }) => name).filter((name) => options.besideTools?.includes(name)),
      tookMs: performance.now() - startedAt,
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await server.close();
  }
}

/** What a server wrote before it ended often tells why. */
const longestEnd = 1_000;

/** Values that the user gave to the server: keys, as far as anybody can tell. */
function listSecrets(server: CommandOptions | UrlOptions): readonly string[] {
  if (!("url" in server)) return Object.values(server.env ?? {});
  return Object.values(server.headers ?? {}).flatMap((value) => [value, value.replace(/^\S+\s+/, "")]);
}

const noCopy =
  "Tools that change something are called in a copy of the working directory, which a server that runs already does not have. " +
  "Leave out `writes`; a tool that is named in `call` is called on the server itself.";

/** A misspelt name would be a tool that nobody calls, and that the report does not mention. */
function checkToolNames(
  { call = [], inputs = new Map() }: AuditOptions,
  { tools, problems }: Listing,
  quote: Quote,
): void {
  if (problems.some((problem) => problem.startsWith("tools/list"))) return;
  const names = tools.map(({ name }) => name);
  for (const [asked, why] of [
    [call, "which is to be called"],
    [[...inputs.keys()], "for which inputs are given"],
  ] as const) {
    const unknown = asked.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    const next = didYouMean(unknown, names, describeText);
    const listed = names.slice(0, 20).map(describeText).join(", ");
    const all = names.length === 0 ? "It lists none." : `It lists ${listed}${names.length > 20 ? " and others" : ""}.`;
    throw new AuditOptionsError(
      quote(`The server has no tool ${describeText(unknown)}, ${why}.${next} ${all}`, longestEnd),
    );
  }
}

/** Most servers speak the legacy era; one that speaks only the modern one is audited in it. */
async function readFirst(
  server: AuditedServer,
  limits: Limits,
): Promise<Measured & { readonly listing: Listing; readonly target: AuditTarget }> {
  try {
    return await readIn(server.target("legacy"), limits);
  } catch (legacy) {
    try {
      return await readIn(server.target("modern"), limits);
    } catch {
      throw legacy;
    }
  }
}

async function readIn(
  target: AuditTarget,
  limits: Limits,
): Promise<Measured & { readonly listing: Listing; readonly target: AuditTarget }> {
  const startedAt = performance.now();
  const connection = await target.connect();
  try {
    let listedAfterMs = 0;
    const listing = await readListing(connection.session, limits.startMs, () => {
      listedAfterMs = performance.now() - startedAt;
    });
    const { noise, noiseLines } = connection.session.wire.beside;
    return { target, listing, start: { listedAfterMs, noise, noiseLines } };
  } finally {
    await connection.close();
  }
}

function mayCall({ name, annotations }: ListedTool, named: readonly string[]): boolean {
  return annotations["readOnlyHint"] === true || named.includes(name);
}

async function measure(
  context: ProbeContext,
  needed: ReadonlySet<ProbeName>,
  first: Measured,
): Promise<{ measured: Measured; unseen: Partial<Record<ProbeName, string>> }> {
  const measured: Measured = { ...first };
  const unseen: Partial<Record<ProbeName, string>> = {};
  for (const { name, run } of probes) {
    // What the list costs is part of each report.
    if (!needed.has(name) && name !== "cost") {
      unseen[name] = "No rule that was chosen needs it.";
      continue;
    }
    if (context.signal.aborted) {
      unseen[name] = timeIsUp;
      continue;
    }
    try {
      await run(context, measured);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      unseen[name] = context.signal.aborted
        ? timeIsUp
        : error instanceof NotMeasured
          ? words
          : `The probe failed: ${words}`;
    }
  }
  await context.live.close();
  return { measured, unseen };
}

/** Of what was measured in part, why not the whole. */
function tellPartly(measured: Measured, unseen: Partial<Readonly<Record<ProbeName, string>>>): readonly string[] {
  return probes.flatMap(({ name }) => {
    const why = unseen[name];
    return why === undefined || measured[name] === undefined ? [] : [`${name}: ${why.replace(/\.$/, "")}`];
  });
}
