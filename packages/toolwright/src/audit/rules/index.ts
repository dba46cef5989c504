import type { AuditRule } from "../rule.ts";
import { noDescription } from "./d201-no-description.ts";
import { protocolError } from "./e101-protocol-error.ts";
import { badMessage } from "./r505-bad-message.ts";

/** Every rule of the audit, by family: E errors, D descriptions, S schemas, A annotations, R running, C cost, L list, X attacks, P protocol. */
export const rules: readonly AuditRule[] = [protocolError, noDescription, badMessage];
