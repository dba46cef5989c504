import type { GivenInputs } from "./inputs/given-inputs.ts";
import { probes } from "./probes/index.ts";
import { readListing } from "./probes/list.ts";
import type { Limits, Measured, ProbeContext, AuditTarget } from "./probes/probe.ts";
import { NotMeasured } from "./probes/probe.ts";
import type { AuditReport } from "./report/report.ts";
import { writeReport } from "./report/write-report.ts";
import type { ListedTool, Listing, ProbeName, Seen } from "./seen.ts";
import { createCommandTarget } from "./subject/command-target.ts";
import { type CommandOptions, openSubject } from "./subject/open-subject.ts";

/** What to audit, and how far to go. */
export interface AuditOptions {
  /** Starts the server under test. */
  readonly server: CommandOptions;
  /** Tools that may be called although they do not say that they only read. */
  readonly call?: readonly string[];
  /** Inputs that work, by tool. */
  readonly inputs?: GivenInputs;
  /** Only these rules, by id or family. */
  readonly only?: readonly string[];
  /** Not these rules, by id or family. */
  readonly skip?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** For the whole audit. Default: five minutes. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Is told what the audit is doing. */
  readonly onStatus?: (text: string) => void;
}

const defaults: Limits = { startMs: 30_000, callMs: 20_000, answerMs: 5_000, endMs: 3_000 };

/** Audits a server. Whatever the server does, this ends in time, and nothing that it started is left. */
export async function auditServer(options: AuditOptions): Promise<AuditReport> {
  const { timeoutMs = 300_000, onStatus: status = () => {} } = options;
  const limits: Limits = { ...defaults, ...options.limits };
  const over = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? over : AbortSignal.any([over, options.signal]);
  status("starting the server");
  const subject = await openSubject(options.server);
  const startedAt = performance.now();
  // Whatever is waited for ends with the server.
  const stop = (): void => void subject.stop();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const target = createCommandTarget(subject, "legacy", limits.startMs);
    const { listing, ...first } = await readFirst(target, limits);
    const context: ProbeContext = {
      target,
      listing,
      callable: listing.tools.filter((tool) => mayCall(tool, options.call ?? [])),
      inputs: options.inputs ?? new Map(),
      limits,
      signal,
      status,
    };
    const { measured, unseen } = await measure(context, first);
    const seen: Seen = { listing, unseen, canaries: subject.place.canaries, ...measured };
    return writeReport(seen, {
      only: options.only ?? [],
      skip: options.skip ?? [],
      wall: subject.wall,
      called: context.callable.map(({ name }) => name),
      touched: subject.place.findTouched(),
      tookMs: performance.now() - startedAt,
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await subject.close();
  }
}

async function readFirst(target: AuditTarget, limits: Limits): Promise<Measured & { listing: Listing }> {
  const startedAt = performance.now();
  const connection = await target.connect();
  try {
    const listing = await readListing(connection.session, limits.startMs);
    const { noise, noiseLines } = connection.session.wire.beside;
    return { listing, start: { listedAfterMs: performance.now() - startedAt, noise, noiseLines } };
  } finally {
    await connection.close();
  }
}

function mayCall({ name, annotations }: ListedTool, named: readonly string[]): boolean {
  return annotations["readOnlyHint"] === true || named.includes(name);
}

async function measure(
  context: ProbeContext,
  first: Measured,
): Promise<{ measured: Measured; unseen: Partial<Record<ProbeName, string>> }> {
  const measured: Measured = { ...first };
  const unseen: Partial<Record<ProbeName, string>> = {};
  for (const { name, run } of probes) {
    if (context.signal.aborted) {
      unseen[name] = "The time of the audit was up.";
      continue;
    }
    try {
      await run(context, measured);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      unseen[name] = error instanceof NotMeasured ? words : `The probe failed: ${words}`;
    }
  }
  return { measured, unseen };
}
