import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import type { WrittenCall } from "../../../../../contracts/upstream.ts";
import { dropField } from "../../../../../fields/drop-field.ts";
import { parseFieldPath } from "../../../../../fields/field-path.ts";
import { checkInnerFields } from "../../../../messages/request/check-inner-fields.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import { type Fields, originalOf } from "../../wire/original.ts";
import { refusedThoughts } from "./refused-fields.ts";
import type { WireNames } from "./wire-names.ts";
import { writeConversation } from "./write-conversation.ts";
import { writeSettings } from "./write-settings.ts";
import { writeChoice, writeTools } from "./write-tools.ts";

/** A request as the upstream is given it, and what its answer is read with. */
export interface WireRequest {
  readonly body: Fields;
  readonly names: WireNames;
  /** The calls of the conversation so far, by the inner id. */
  readonly callIds: Iterable<string>;
  /** Whether the client speaks this API too, so that nothing of the answer may be lost. */
  readonly keepsOriginals: boolean;
}

const encryptedReasoning = "reasoning.encrypted_content";

/** Writes a request of the Responses API. The same body gives the same bytes. */
export function writeRequest(
  { body, session, refused }: Omit<WrittenCall, "clientBody">,
  upstreamName: string,
): WireRequest {
  const { whole, isPartial } = originalOf(body) ?? {};
  const client = whole as Fields | undefined;
  if (client === undefined) checkInnerFields(body, "responses");
  const tools = writeTools(body.tools);
  const names = tools.createNames();
  const calls = new Map<string, { readonly id: string; readonly isCustom: boolean }>();
  const { instructions, input } = writeConversation(body, {
    upstreamName,
    names,
    calls,
    deferred: tools.deferred,
    loaded: new Set(),
    leavesOutThoughts: refused?.fields.includes(refusedThoughts) === true,
  });
  const choice = writeChoice(body.tool_choice, names);
  const isSerial = body.tool_choice?.disable_parallel_tool_use === true;
  const {
    instructions: given,
    tools: _tools,
    tool_choice: _choice,
    ...settings
  } = client ?? writeSettings(body, session);
  const ownInstructions = instructions ?? (typeof given === "string" ? undefined : given);
  const written: Fields = {
    ...settings,
    model: body.model,
    ...(ownInstructions === undefined ? {} : { instructions: ownInstructions }),
    input,
    ...(tools.list.length === 0 ? {} : { tools: tools.list }),
    ...(choice === undefined || tools.list.length === 0 ? {} : { tool_choice: choice }),
    ...(isSerial && tools.list.length > 0 ? { parallel_tool_calls: false } : {}),
    ...(isPartial !== true && {
      // The client or the gateway has the whole conversation, so nothing has to be kept there.
      store: false,
      include: withEncryptedReasoning(client?.["include"] ?? wantedIncludes(body)),
    }),
    ...(body.stream === undefined ? {} : { stream: body.stream }),
  };
  return {
    body: (refused?.fields ?? []).reduce((rest, field) => dropField(rest, parseFieldPath(field)), written),
    names,
    callIds: calls.keys(),
    keepsOriginals: client !== undefined,
  };
}

function withEncryptedReasoning(include: unknown): readonly unknown[] {
  const given = Array.isArray(include) ? (include as readonly unknown[]) : [];
  return given.includes(encryptedReasoning) ? given : [...given, encryptedReasoning];
}

function wantedIncludes(body: MessagesBody): readonly string[] {
  return sharedOf(body).settings?.logprobs === true ? ["message.output_text.logprobs"] : [];
}

const countedFields = [
  "model",
  "input",
  "instructions",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning",
  "text",
];

/** The part of a request that its input tokens are counted of. */
export function countedRequest(body: Fields): Fields {
  return Object.fromEntries(Object.entries(body).filter(([field]) => countedFields.includes(field)));
}
