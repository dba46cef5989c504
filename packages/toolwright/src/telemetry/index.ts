export { openTelemetry, type OpenTelemetryOptions } from "./open-telemetry.ts";
export {
  type OpenTelemetryApi,
  type OpenTelemetryContext,
  type OpenTelemetrySpan,
  type OpenTelemetryTracer,
} from "./open-telemetry-api.ts";
