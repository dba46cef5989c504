/** Why there is no report: the server could not be used at all. */
export class AuditError extends Error {
  override readonly name = "AuditError";
}

/** Why there is no report: what was asked for does not exist, or not with this server. */
export class AuditOptionsError extends Error {
  override readonly name = "AuditOptionsError";
}
