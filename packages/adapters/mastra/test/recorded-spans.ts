import type { AnySpan, ObservabilityEntrypoint, ObservabilityInstance } from "@mastra/core/observability";

interface SpanOptions {
  readonly type: string;
  readonly name: string;
  readonly entityId?: string;
}

/** Mastra's tracing, whose spans only tell what they are about. */
export function recordSpans(onSpan: (options: SpanOptions) => void): ObservabilityEntrypoint {
  const createSpan = (options: SpanOptions, parent?: AnySpan): AnySpan => {
    onSpan(options);
    const span = {
      ...options,
      id: "1".repeat(16),
      traceId: "1".repeat(32),
      isValid: true,
      isInternal: false,
      parent,
      observabilityInstance: instance,
      createChildSpan: (child: SpanOptions) => createSpan(child, span as unknown as AnySpan),
      createEventSpan: (child: SpanOptions) => createSpan(child, span as unknown as AnySpan),
      createTracker: () => undefined,
      executeInContext: <Result>(run: () => Result) => run(),
      executeInContextSync: <Result>(run: () => Result) => run(),
      exportSpan: () => undefined,
      findParent: (type: string): unknown => (parent?.type === type ? parent : parent?.findParent(type as never)),
      getParentSpanId: () => parent?.id,
      end: () => {},
      endTree: () => {},
      error: () => {},
      update: () => {},
    };
    return span as unknown as AnySpan;
  };
  const instance = { startSpan: createSpan, getConfig: () => ({}) } as unknown as ObservabilityInstance;
  const entrypoint: Partial<ObservabilityEntrypoint> = {
    getSelectedInstance: () => instance,
    getDefaultInstance: () => instance,
    setMastraContext: () => {},
    setLogger: () => {},
    shutdown: async () => {},
    flush: async () => {},
  };
  return entrypoint as ObservabilityEntrypoint;
}
