import type { AuditRule } from "../rule.ts";
import { missingHint } from "./a401-missing-hint.ts";
import { contradictingHints } from "./a402-contradicting-hints.ts";
import { readOnlyChanged } from "./a403-read-only-changed.ts";
import { notIdempotent } from "./a404-not-idempotent.ts";
import { harmlessName } from "./a405-harmless-name.ts";
import { listTokens } from "./c601-list-tokens.ts";
import { instructionTokens } from "./c602-instruction-tokens.ts";
import { largeAnswer } from "./c603-large-answer.ts";
import { brokenPage } from "./c604-broken-page.ts";
import { noDescription } from "./d201-no-description.ts";
import { purposeLate } from "./d202-purpose-late.ts";
import { incompleteDescription } from "./d203-incomplete-description.ts";
import { longDescription } from "./d204-long-description.ts";
import { alikeTools } from "./d205-alike-tools.ts";
import { undescribedField } from "./d206-undescribed-field.ts";
import { valuesInProse } from "./d207-values-in-prose.ts";
import { noBounds } from "./d208-no-bounds.ts";
import { untoldDefault } from "./d209-untold-default.ts";
import { noFormat } from "./d210-no-format.ts";
import { protocolError } from "./e101-protocol-error.ts";
import { unhelpfulError } from "./e102-unhelpful-error.ts";
import { rawException } from "./e103-raw-exception.ts";
import { hiddenFailure } from "./e104-hidden-failure.ts";
import { swallowedArgument } from "./e105-swallowed-argument.ts";
import { emptyIsError } from "./e106-empty-is-error.ts";
import { unreadableFailure } from "./e107-unreadable-failure.ts";
import { unstableList } from "./l701-unstable-list.ts";
import { listByConnection } from "./l702-list-by-connection.ts";
import { pinChanged } from "./l703-pin-changed.ts";
import { unservedCapability } from "./p901-unserved-capability.ts";
import { brokenEra } from "./p902-broken-era.ts";
import { noPing } from "./r501-no-ping.ts";
import { cancelIgnored } from "./r502-cancel-ignored.ts";
import { processesLeft } from "./r503-processes-left.ts";
import { serialised } from "./r504-serialised.ts";
import { badMessage } from "./r505-bad-message.ts";
import { stdoutNoise } from "./r506-stdout-noise.ts";
import { slowStart } from "./r507-slow-start.ts";
import { noProgress } from "./r508-no-progress.ts";
import { neverAnswered } from "./r509-never-answered.ts";
import { brokenSchema } from "./s301-broken-schema.ts";
import { droppedParts } from "./s302-dropped-parts.ts";
import { invalidOutput } from "./s303-invalid-output.ts";
import { formsDiffer } from "./s304-forms-differ.ts";
import { undeclaredJson } from "./s305-undeclared-json.ts";
import { undescribedOutput } from "./s306-undescribed-output.ts";
import { hiddenInstructions } from "./x801-hidden-instructions.ts";
import { outsideRead } from "./x802-outside-read.ts";
import { openHttp } from "./x803-open-http.ts";

/** Every rule of the audit, by family: E errors, D descriptions, S schemas, A annotations, R running, C cost, L list, X attacks, P protocol. */
export const rules: readonly AuditRule[] = [
  protocolError,
  unhelpfulError,
  rawException,
  hiddenFailure,
  swallowedArgument,
  emptyIsError,
  unreadableFailure,
  noDescription,
  purposeLate,
  incompleteDescription,
  longDescription,
  alikeTools,
  undescribedField,
  valuesInProse,
  noBounds,
  untoldDefault,
  noFormat,
  brokenSchema,
  droppedParts,
  invalidOutput,
  formsDiffer,
  undeclaredJson,
  undescribedOutput,
  missingHint,
  contradictingHints,
  readOnlyChanged,
  notIdempotent,
  harmlessName,
  noPing,
  cancelIgnored,
  processesLeft,
  serialised,
  badMessage,
  stdoutNoise,
  slowStart,
  noProgress,
  neverAnswered,
  listTokens,
  instructionTokens,
  largeAnswer,
  brokenPage,
  unstableList,
  listByConnection,
  pinChanged,
  hiddenInstructions,
  outsideRead,
  openHttp,
  unservedCapability,
  brokenEra,
];
