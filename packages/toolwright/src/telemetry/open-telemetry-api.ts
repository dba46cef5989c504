/** The parts of `@opentelemetry/api` that are used, by their shape: `import * as api from "@opentelemetry/api"`. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): OpenTelemetryTracer;
    setSpan(context: OpenTelemetryContext, span: OpenTelemetrySpan): OpenTelemetryContext;
  };
  readonly context: {
    active(): OpenTelemetryContext;
    with<Result>(context: OpenTelemetryContext, work: () => Result): Result;
  };
  createContextKey(description: string): symbol;
}

/** What a `Tracer` can do. */
export interface OpenTelemetryTracer {
  startSpan(name: string, options: { readonly kind: number }, context: OpenTelemetryContext): OpenTelemetrySpan;
}

/** What a `Span` can do. */
export interface OpenTelemetrySpan {
  setAttribute(key: string, value: string | number | boolean | string[]): unknown;
  setStatus(status: { readonly code: number }): unknown;
  end(): void;
}

/** What a `Context` can do. */
export interface OpenTelemetryContext {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): OpenTelemetryContext;
  deleteValue(key: symbol): OpenTelemetryContext;
}

/** `SpanKind` and `SpanStatusCode` as the specification numbers them. */
export const spanKind = { internal: 0, client: 2 } as const;
export const errorStatus = { code: 2 } as const;
