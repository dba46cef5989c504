// toolwright/telemetry: Spans of what an agent does
import { openTelemetry, type OpenTelemetryApi } from "toolwright/telemetry";
import { sendAfterApproval } from "./agent.ts";

/** `import * as api from "@opentelemetry/api"`: the spans go where the application's SDK sends them. */
export async function sendWithSpans(api: OpenTelemetryApi): Promise<string> {
  return await sendAfterApproval({ telemetry: openTelemetry(api, { agentName: "mailer", payloads: false }) });
}
