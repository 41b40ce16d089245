import type {
  BetaMessageParam,
  BetaToolUnion,
  MessageCreateParamsNonStreaming,
} from "@anthropic-ai/sdk/resources/beta/messages";
import type { Message, PreparedRequest } from "@toolcrib/core";
import type { WireTool } from "@toolcrib/core/tools";

/** The parameters of a request that the engine writes. */
export type PreparedParams = Pick<MessageCreateParamsNonStreaming, "messages" | "tools" | "system" | "betas">;

/**
 * A prepared request as the SDK's parameters. The one place where the engine's open types become the SDK's closed ones:
 * what the caller gave was of these types, and what the engine adds to it is part of the API.
 */
export function wireParams(prepared: PreparedRequest): PreparedParams {
  return {
    messages: wireMessages(prepared.messages),
    ...(prepared.tools.length === 0 ? {} : { tools: wireTools(prepared.tools) }),
    ...(prepared.system === undefined ? {} : { system: prepared.system as NonNullable<PreparedParams["system"]> }),
    ...(prepared.betas.length === 0 ? {} : { betas: [...prepared.betas] }),
  };
}

export function wireMessages(messages: readonly Message[]): BetaMessageParam[] {
  return messages as unknown as BetaMessageParam[];
}

function wireTools(tools: readonly WireTool[]): BetaToolUnion[] {
  return tools as unknown as BetaToolUnion[];
}
