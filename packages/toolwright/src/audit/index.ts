export { AuditError, AuditOptionsError } from "./audit-errors.ts";
export { auditServer, type AuditOptions } from "./audit-server.ts";
export { readGivenInputs, type GivenInputs } from "./inputs/given-inputs.ts";
export { type AuditReport, type ReportedFinding } from "./report/report.ts";
export { type AuditRule, type Severity } from "./rule.ts";
export { rules } from "./rules/index.ts";
export { NoWallError, type CommandOptions } from "./subject/open-subject.ts";
export type { UrlOptions } from "./subject/http-wire.ts";
