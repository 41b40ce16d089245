import type { PolicyRule } from "@toolcrib/core/policy";
import type { AnswerRequest, ClientRequest } from "../../contracts/client-request.ts";
import type { AnswerEvent, AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import type { Route } from "../../contracts/route.ts";
import type { TraceRecord, TraceRecorder } from "../../contracts/trace.ts";
import type { Credentials, Upstream } from "../../contracts/upstream.ts";
import { collectMessage } from "../../inner-form/whole-message.ts";

/** What is asked, and on which route. */
export interface Question {
  readonly body: MessagesBody;
  readonly upstream: Upstream;
  readonly route?: Partial<Route>;
  readonly betas?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: Credentials;
  readonly policy?: readonly PolicyRule[];
  readonly maxDeferredTools?: number;
  readonly maxTools?: number;
  readonly kind?: ClientRequest["kind"];
  /** The client's dialect. Default: `anthropic`. */
  readonly dialect?: string;
  readonly rejection?: Error;
  readonly skills?: ClientRequest["skills"];
  readonly callControl?: ClientRequest["callControl"];
  readonly signal?: AbortSignal;
  readonly pause?: () => Promise<void>;
}

/** What came of it. */
export interface Reply {
  readonly message: AnswerMessage;
  /** The events, where it was streamed. */
  readonly events: readonly AnswerEvent[];
  readonly forwarded: boolean;
  readonly inputTokens: number | undefined;
  readonly trace: TraceNotes;
}

type TraceNotes = Partial<TraceRecord> &
  Pick<
    TraceRecord,
    "searches" | "toolCalls" | "programs" | "skills" | "repairs" | "upstreamCalls" | "warnings" | "flow"
  >;

const noPolicy: readonly PolicyRule[] = [];
const settings = {};

/** Asks the inside of the gateway as its HTTP side would. */
export async function ask(answerRequest: AnswerRequest, question: Question, bytes?: Uint8Array): Promise<Reply> {
  const { body, upstream } = question;
  const { trace, notes } = traceNotes();
  const signal = question.signal ?? new AbortController().signal;
  const kind = question.kind ?? "messages";
  const raw = {
    method: "POST",
    path: kind === "messages" ? "/v1/messages" : "/v1/messages/count_tokens",
    headers: {
      ...question.headers,
      ...(question.betas === undefined ? {} : { "anthropic-beta": question.betas.join(",") }),
    },
    body: [bytes ?? new TextEncoder().encode(JSON.stringify(body))],
    signal,
  };
  const route: Route = {
    upstream,
    model: undefined,
    loader: "auto",
    inject: "off",
    serverSearch: "as-named",
    programs: "auto",
    injectPrograms: false,
    settings,
    ...question.route,
  };
  const answer = await answerRequest({
    kind,
    dialect: question.dialect ?? "anthropic",
    rejection: question.rejection,
    body,
    raw,
    betas: question.betas ?? [],
    apiVersion: "2026-10-21",
    credentials: question.credentials ?? { apiKey: "sk-test" },
    route,
    policy: question.policy ?? route.settings.policy ?? noPolicy,
    maxDeferredTools: question.maxDeferredTools ?? 10_000,
    maxTools: question.maxTools ?? 20_000,
    skills: question.skills,
    callControl: question.callControl,
    signal,
    trace,
    pause: question.pause,
  });
  const reply = { trace: notes, forwarded: answer.kind === "forwarded", inputTokens: undefined, events: [] };
  if (answer.kind === "counted") return { ...reply, message: none, inputTokens: answer.inputTokens };
  if (answer.kind === "whole") return { ...reply, message: answer.message };
  if (answer.kind === "forwarded") {
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.response.body) chunks.push(chunk);
    answer.onEnd?.({ isBrokenOff: false, content: undefined });
    return { ...reply, message: JSON.parse(Buffer.concat(chunks).toString("utf8")) as AnswerMessage };
  }
  const events: AnswerEvent[] = [];
  for await (const event of answer.events) events.push(event);
  return { ...reply, events, message: await collectMessage(replay(events)) };
}

const none: AnswerMessage = {
  id: "",
  type: "message",
  role: "assistant",
  model: "",
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 0, output_tokens: 0 },
};

async function* replay(events: readonly AnswerEvent[]): AsyncGenerator<AnswerEvent> {
  yield* events;
}

function traceNotes(): { readonly trace: TraceRecorder; readonly notes: TraceNotes } {
  const notes = {
    searches: [],
    toolCalls: [],
    programs: [],
    skills: [],
    repairs: [],
    upstreamCalls: [],
    warnings: [],
    flow: [],
  } as TraceNotes;
  const push = (list: keyof TraceNotes) => (entry: unknown) => void (notes[list] as unknown[]).push(entry);
  const trace: TraceRecorder = {
    id: "trace_1",
    capturesContent: false,
    note: (facts) => void Object.assign(notes, typeof facts === "function" ? facts() : facts),
    search: push("searches"),
    toolCall: push("toolCalls"),
    program: push("programs"),
    skill: push("skills"),
    repairs: (repairs) => void (notes.repairs as unknown[]).push(...repairs),
    upstreamCall: push("upstreamCalls"),
    runningCall: () => () => {},
    warn: push("warnings"),
    flow: ({ title, ...step }) => push("flow")({ ...step, title: typeof title === "function" ? title() : title }),
  };
  return { trace, notes };
}
