// toolwright/audit: Measuring an MCP server
import { AuditError, auditServer, NoWallError, readGivenInputs, rules } from "toolwright/audit";

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
    if (error instanceof NoWallError || error instanceof AuditError) return [error.message];
    throw error;
  }
}
