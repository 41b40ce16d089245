import { errorTypeOf } from "../../errors/error-types.ts";
import { UpstreamError } from "../../errors/upstream-error.ts";
import { modelsIn } from "../shared/http/model-list.ts";
import { readJson } from "../shared/http/read-body.ts";
import type { ProviderSettings } from "./provider/load-provider.ts";

/** Lists the models of an OpenAI-compatible server. */
export async function listModels(
  { baseUrl, apiKey, headers, fetch = globalThis.fetch }: Omit<ProviderSettings, "package">,
  clientHeaders: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly { readonly id: string }[]> {
  const own = apiKey === undefined ? clientHeaders : { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${(baseUrl ?? "").replace(/\/$/, "")}/models`, {
    headers: { ...own, ...headers },
    signal,
    redirect: "error",
  });
  if (!response.ok) {
    const message = `The upstream answered with status ${response.status} when asked for its models.`;
    throw new UpstreamError(response.status, { type: errorTypeOf(response.status), message });
  }
  return modelsIn(await readJson({ status: response.status, headers: {}, body: response.body ?? noBody() }));
}

async function* noBody(): AsyncGenerator<Uint8Array> {}
