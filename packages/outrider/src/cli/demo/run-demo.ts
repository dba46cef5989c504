import { exitCodes, type Terminal, wrapText } from "toolwright/cli";
import { createProcessRunner } from "toolwright/process";
import { connectServer } from "../connect-server.ts";
import type { CommandContext } from "../command-context.ts";
import { createPlainMeter } from "./plain-cost.ts";
import { planTour } from "./plan-tour.ts";
import { count, showTotal, showVisit } from "./show-visit.ts";
import { surveyDirectory } from "./survey.ts";
import { takeTour, type Visit } from "./take-tour.ts";

export interface DemoRequest {
  readonly root: string;
  readonly readOnly: boolean;
  readonly interrupted: AbortSignal;
}

/** Runs the whole tour. However it ends, it leaves no processes or files behind. */
export async function runDemo(context: CommandContext, request: DemoRequest, terminal: Terminal): Promise<number> {
  const { root, readOnly, interrupted: signal } = request;
  const processes = createProcessRunner();
  const scope = processes.openScope({ signal });
  try {
    await terminal.printPieces([{ text: `Outrider in ${root}`, style: "bold" }]);
    terminal.status(() => "Starting the server …");
    const server = await connectServer(context, { project: root, readOnly, processes, signal });
    try {
      const face = `${server.tools.length} tools, ${count(server.faceTokens)} tokens in every turn`;
      await say(
        terminal,
        `The server has started in ${server.startMs.toFixed(0)} ms: ${face}. This is what an agent asks and sees:`,
      );
      const { stops, leftOut } = planTour(await surveyDirectory(root, scope, signal), readOnly);
      const visits: Visit[] = [];
      terminal.status(() => "Asking …");
      for await (const visit of takeTour(stops, server, createPlainMeter(root, scope, signal))) {
        visits.push(visit);
        await terminal.printPieces(showVisit(visit, visits.length, terminal.columns));
        terminal.status(() => "Asking …");
      }
      if (leftOut.length > 0) await say(terminal, `\nLeft out here: ${leftOut.join("; ")}.`);
      await terminal.printPieces(showTotal(visits, terminal.columns));
      await say(terminal, "\nTo have it in your client: outrider setup CLIENT");
      return visits.some(({ answer }) => answer.failed) ? exitCodes.failed : exitCodes.ok;
    } finally {
      terminal.status(undefined);
      await server.close();
    }
  } catch (error) {
    // If the tour was interrupted, report that instead of the error it caused.
    signal.throwIfAborted();
    throw error;
  } finally {
    await processes.close();
  }
}

async function say(terminal: Terminal, text: string): Promise<void> {
  const { columns } = terminal;
  const lines = text
    .split("\n")
    .flatMap((line) => (columns === undefined || line === "" ? [line] : wrapText(line, "", columns)));
  await terminal.print(lines.join("\n"));
}
