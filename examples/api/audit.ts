// toolwright/audit: Measuring an MCP server
import { AuditError, AuditOptionsError, auditServer, NoWallError, readGivenInputs, rules } from "toolwright/audit";

/** No sandbox, no answer, or no such tool: each says what to do. */
const ends = [NoWallError, AuditError, AuditOptionsError];

/** The errors of a server, each with what to do about it. */
export async function findErrors(command: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    const report = await auditServer({
      server: { command, args },
      inputs: readGivenInputs({ find_ship: { ship_id: "s1" } }),
    });
    return report.findings
      .filter(({ severity }) => severity === "error")
      .map(({ rule, message }) => `${message} ${rules.find(({ id }) => id === rule)?.fix ?? ""}`);
  } catch (error) {
    if (error instanceof Error && ends.some((each) => error instanceof each)) return [error.message];
    throw error;
  }
}
