/** Why there is no report: the server could not be used at all. */
export class AuditError extends Error {
  override readonly name = "AuditError";
}

/** Why a probe has measured nothing, or a rule only a part. */
export const timeIsUp = "The time of the audit was up.";

/** Why there is no report: what was asked for does not exist, or not with this server. */
export class AuditOptionsError extends Error {
  override readonly name = "AuditOptionsError";
}
