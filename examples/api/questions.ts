// toolwright: Asking the person
import { askForm, defineTool, readForm, ToolError, writes } from "toolwright";
import * as z from "zod";

const form = z.strictObject({ city: z.string().describe("Where to send it") });

/** The round ends with the question; the same call comes again with the answer. */
export const sendParcel = defineTool({
  name: "send_parcel",
  description: "Sends a parcel; asks where to.",
  input: z.strictObject({ weight: z.int().min(1).describe("Grams") }),
  effects: { ...writes, openWorld: true },
  async handle({ weight }, _services, call) {
    const answer = await readForm(call.answers["address"], form);
    if (answer.status === "accepted") return `${weight} g go to ${answer.value.city}.`;
    if (answer.status === "declined") throw new ToolError("declined", "The person does not want to say where to.");
    if (!call.canAsk("form")) throw new ToolError("nobody_to_ask", "Nobody is there to say where to.");
    return call.ask({ address: askForm("Where does the parcel go?", form) });
  },
});
