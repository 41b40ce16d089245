import { BodyReader } from "../../../body/body-reader.ts";
import { checkKeys } from "../../../body/check-keys.ts";
import { countItems } from "../../../body/count-items.ts";
import type { ClientDialect, KnownModel, ParsedRequest, ReceivedRequest } from "../../../contracts/client-dialect.ts";
import type { AnswerEvent, ApiErrorBody } from "../../../contracts/inner-form.ts";
import { messagesDialectName } from "../../../contracts/messages-dialect-name.ts";
import type { RawResponse } from "../../../contracts/upstream.ts";
import { withoutProgramParts } from "../../../inner-form/program-parts.ts";
import { apiFieldsOf } from "../../shared/support/api-fields.ts";
import { checkParts } from "../../shared/support/check-parts.ts";
import { upstreamApiOf } from "../../shared/support/upstream-api.ts";
import { declaredMessages } from "../request/declared-request.ts";
import { encodeEvent } from "../wire/encode-event.ts";
import { readError } from "../wire/read-answer.ts";
import { readAnswerEvents } from "../wire/read-answer-events.ts";
import { checkBody } from "./check-body.ts";
import { notServed } from "./not-served.ts";
import { observeMessages } from "./observe-forwarded.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import { renameStream } from "./rename-stream.ts";

const apiFields = apiFieldsOf(
  declaredMessages,
  {
    mcp_servers: ["url", "authorization_token", "headers", "tool_configuration"],
    tool_configuration: ["enabled", "allowed_tools"],
    default_config: ["mcp_server_name", "default_config", "configs", "enabled", "require_approval"],
    tool_references: ["tool_references", "tool_name"],
  },
  { configs: [] },
);
const noBetas: readonly string[] = [];
const ping = encodeEvent({ type: "ping" });
const withId = (body: ApiErrorBody, requestId: string) => ({ ...body, request_id: requestId });

/** Anthropic's Messages API. Its blocks and events are the internal format, so nothing is translated. */
export const messagesDialect: ClientDialect = {
  specificationVersion: "v1",
  name: messagesDialectName,
  endpoints: [
    { path: "/v1/messages", kind: "messages" },
    { path: "/v1/messages/count_tokens", kind: "count_tokens" },
  ],
  notServed,
  endMark: "message_stop",
  renameStream,
  recognises: (headers) => headers["anthropic-version"] !== undefined || headers["x-api-key"] !== undefined,
  createParser() {
    const reader = new BodyReader({ part: (part) => checkKeys(part, apiFields), items: countItems });
    return (received) => parse(received, reader);
  },
  createStreamEncoder: () => ({
    encode: encodeEvent,
    ping: () => ping,
    error: (body, requestId) => encodeEvent(withId(body, requestId)),
  }),
  encodeAnswer: (message) => message,
  encodeCount: (inputTokens) => ({ input_tokens: inputTokens }),
  encodeError: withId,
  encodeModels(models) {
    const data = models.map(encodeModel);
    return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
  },
  encodeModel,
  rateLimitHeaders,
  readAnswer,
  observeForwarded: observeMessages,
};

function parse(received: ReceivedRequest, reader: BodyReader): ParsedRequest {
  const { headers, body, limits, later, hold, upstreamOf } = received;
  const checked = checkBody(reader.read(body, { postpone: later, hold }), limits);
  const known = upstreamOf?.(checked.model);
  const upstream = known === undefined ? declaredMessages.own : upstreamApiOf(known.dialect);
  const isTranslated = upstream !== declaredMessages.own;
  return {
    body: checked,
    ...(isTranslated && {
      omitted: checkParts(withoutProgramParts(checked), declaredMessages, { ...known, upstream }).omitted,
    }),
    betas: namesIn(headers["anthropic-beta"]),
    apiVersion: headers["anthropic-version"] ?? "2023-06-01",
  };
}

/** An upstream's model entry, with the fields that the API always has. */
function encodeModel(model: KnownModel): { readonly id: string } {
  return { display_name: model.id, created_at: "1970-01-01T00:00:00Z", ...model, type: "model", id: model.id } as {
    readonly id: string;
  };
}

async function* readAnswer(response: RawResponse, now: number): AsyncGenerator<AnswerEvent> {
  if (response.status >= 400) throw await readError(response, now);
  yield* readAnswerEvents(response.body);
}

function namesIn(header: string | undefined): readonly string[] {
  if (header === undefined) return noBetas;
  return header
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
