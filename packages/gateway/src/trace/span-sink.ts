import {
  type Attributes,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace as traceApi,
} from "@opentelemetry/api";
import type { TraceRecord, TraceSink } from "../contracts/trace.ts";

/**
 * Creates a span for each record, with an event for each search, tool call and model call. The program decides where
 * spans are exported.
 */
export function createSpanSink(tracer: Tracer = traceApi.getTracer("toolcrib")): TraceSink {
  return {
    specificationVersion: "v1",
    record: (record) => {
      const startTime = new Date(record.startedAt);
      const name = record.kind === "messages" ? `chat ${record.model}` : `count_tokens ${record.model}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes: attributesOf(record) });
      addEvents(span, record);
      if (record.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: record.error.message });
      span.end(new Date(startTime.getTime() + record.milliseconds.total));
    },
  };
}

function attributesOf(record: TraceRecord): Attributes {
  const { tools, savings } = record;
  const used = savings.modelCalls === 0 ? undefined : savings.sent.tokens;
  return withoutUndefined({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": record.model,
    "gen_ai.usage.input_tokens": used?.input,
    "gen_ai.usage.output_tokens": used?.output,
    "gen_ai.response.finish_reasons": record.stopReason == null ? undefined : [record.stopReason],
    "http.response.status_code": record.status,
    "error.type": record.error?.type,
    "toolcrib.id": record.id,
    "toolcrib.conversation": record.conversation,
    "toolcrib.execution": record.execution,
    "toolcrib.loader": record.loader,
    "toolcrib.gate.on": record.gate?.isOn,
    "toolcrib.gate.reason": record.gate?.reason,
    "toolcrib.tools.received": tools.received,
    "toolcrib.tools.eager": tools.eager,
    "toolcrib.tools.deferred": tools.deferred,
    "toolcrib.tools.sent": tools.sent,
    "toolcrib.tools.found": tools.found.length,
    "toolcrib.model_calls": savings.modelCalls,
    "toolcrib.model_calls.extra": savings.extraCalls,
    "toolcrib.model_calls.estimated": savings.estimatedCalls,
    "toolcrib.prompt_tokens": savings.sent.promptTokens,
    "toolcrib.prompt_tokens.source": savings.sent.source,
    "toolcrib.cost_usd": savings.sent.cost,
    "toolcrib.saved.prompt_tokens": savings.saved.promptTokens,
    "toolcrib.saved.cost_usd": savings.saved.cost,
    "toolcrib.saved.source": savings.saved.source,
    "toolcrib.own_milliseconds": record.milliseconds.own,
  });
}

function addEvents(span: Span, record: TraceRecord): void {
  for (const { kind, query, ranker, searched, hits, miss, milliseconds } of record.searches) {
    span.addEvent("search", withoutUndefined({ kind, query, ranker, searched, hits: [...hits], miss, milliseconds }));
  }
  for (const call of record.toolCalls) span.addEvent("tool call", { ...call });
  for (const { id, language, isResumed, status, failure, calls, milliseconds } of record.programs ?? []) {
    const names = calls.map(({ name }) => name);
    span.addEvent(
      "program",
      withoutUndefined({ id, language, isResumed, status, failure, calls: names, milliseconds }),
    );
  }
  for (const { upstream, model, status, milliseconds, retries, usage, prefix } of record.upstreamCalls) {
    span.addEvent(
      "upstream call",
      withoutUndefined({
        upstream,
        model,
        status,
        milliseconds,
        retries: [...retries],
        cacheRead: usage?.cache_read_input_tokens ?? undefined,
        cacheWritten: usage?.cache_creation_input_tokens ?? undefined,
        prefix: prefix === undefined ? undefined : JSON.stringify(prefix),
      }),
    );
  }
  for (const warning of record.warnings) span.addEvent("warning", { warning });
}

function withoutUndefined(attributes: Readonly<Record<string, Attributes[string] | undefined>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
