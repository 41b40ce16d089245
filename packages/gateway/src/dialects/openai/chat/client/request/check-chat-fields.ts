import { GatewayError } from "../../../../../errors/gateway-error.ts";
import type { Fields } from "../../../shared/read-values.ts";
import { checkFields } from "../../../shared/support.ts";
import { chatFields } from "./chat-fields.ts";

/** Most messages and tools repeat earlier ones; they are checked where they are read. */
const readElsewhere: ReadonlySet<string> = new Set(["messages", "tools"]);

/** Fields without a counterpart that change nothing for the gateway. */
const carriedFields: ReadonlySet<string> = new Set([
  "service_tier",
  "frequency_penalty",
  "presence_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "moderation",
  "web_search_options",
]);

/**
 * Checks the fields of a request. Gives the rejection of a field that cannot be translated but that an upstream of this dialect gets as it
 * came, and throws that of any other.
 */
export function checkChatFields(body: Fields): Error | undefined {
  const isCarried = (name: string): boolean => carriedFields.has(name) || !chatFields.has(name);
  const entries = Object.entries(body);
  checkFields(Object.fromEntries(entries.filter(([name]) => !isCarried(name))), chatFields, readElsewhere);
  const carried = Object.fromEntries(entries.filter(([name]) => isCarried(name)));
  try {
    checkFields(carried, chatFields, readElsewhere);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}
