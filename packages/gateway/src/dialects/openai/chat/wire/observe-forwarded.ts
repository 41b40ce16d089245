import { isRecord, parseJson } from "@toolcrib/shared/json";
import type { ForwardedObserver } from "../../../../contracts/client-dialect.ts";
import type { Usage } from "../../../../contracts/inner-form.ts";
import type { TraceRecorder } from "../../../../contracts/trace.ts";
import { OutputMeter } from "../../../../inner-form/output-meter.ts";
import { type AnswerReader, observeForwarded, type StreamReader } from "../../../shared/stream/observe-forwarded.ts";
import { fieldsOf, listOf } from "../../shared/loose-values.ts";
import { stopReasonOf } from "./stop-reason.ts";
import { readUsage } from "./usage.ts";
import { firstChoice } from "./whole-answer.ts";

type Fields = Readonly<Record<string, unknown>>;

const reader: AnswerReader = {
  stream: readStream,
  whole(answer, trace) {
    return isRecord(answer) ? noteEnd(endOf(answer), trace) : undefined;
  },
};

/** Observes a forwarded answer of Chat Completions. */
export function observeChat(headers: Readonly<Record<string, string>>, trace: TraceRecorder): ForwardedObserver {
  return observeForwarded(headers, trace, reader);
}

function readStream(trace: TraceRecorder): StreamReader {
  const output = new OutputMeter();
  let last: End = {};
  return {
    output,
    read({ data }) {
      if (data === "[DONE]") return true;
      const chunk = parseJson(data);
      if (!isRecord(chunk)) return false;
      for (const choice of listOf(chunk["choices"])) output.add(textLength(fieldsOf(choice)["delta"]));
      const end = endOf(chunk);
      last = { ...last, ...end };
      output.note(readUsage(end.usage));
      return end.reason !== undefined || end.error !== undefined;
    },
    end: () => void noteEnd(last, trace),
  };
}

/** Names and ids are not written piece by piece. */
const unwritten: ReadonlySet<string> = new Set(["role", "id", "type", "name"]);

/** The characters in a delta: content, refusals, thoughts and arguments have different names on different servers. */
function textLength(value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null || depth > 4) return 0;
  return Object.entries(value).reduce(
    (sum, [field, inner]) => (unwritten.has(field) ? sum : sum + textLength(inner, depth + 1)),
    0,
  );
}

/** What a chunk or a whole answer says about the end. */
interface End {
  readonly reason?: string;
  readonly usage?: Fields;
  readonly error?: Fields;
}

function endOf(chunk: Fields): End {
  const { error } = chunk;
  // Groq reports the usage of a stream in its own field.
  const usage = chunk["usage"] ?? fieldsOf(chunk["x_groq"])["usage"];
  const reason = firstChoice(chunk)?.["finish_reason"];
  return {
    ...(typeof reason === "string" && { reason }),
    ...(isRecord(usage) && { usage }),
    ...(isRecord(error) && { error }),
  };
}

function noteEnd({ reason, usage, error }: End, trace: TraceRecorder): Usage | undefined {
  const read = readUsage(usage);
  if (read !== undefined) trace.note({ usage: read });
  if (reason !== undefined) trace.note({ stopReason: stopReasonOf(reason) });
  if (typeof error?.["message"] === "string") {
    const type = typeof error["type"] === "string" ? error["type"] : "api_error";
    trace.note({ error: { type, message: error["message"] } });
  }
  return read;
}
