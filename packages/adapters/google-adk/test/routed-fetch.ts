import type { StrictProvider } from "../../suite/strict-provider.ts";

const header = "x-toolcrib-provider";
const providers = new Map<string, StrictProvider["fetch"]>();
const original = globalThis.fetch;

/** The Gemini client has no option for `fetch`: requests with these headers reach this one. */
export function routeTo(fetch: StrictProvider["fetch"]): Record<string, string> {
  const id = String(providers.size + 1);
  providers.set(id, fetch);
  globalThis.fetch = (input, init) => {
    const { headers } = new Request(input, init);
    const provider = providers.get(headers.get(header) ?? "");
    return provider === undefined ? original(input, init) : provider(input as string, init);
  };
  return { [header]: id };
}
