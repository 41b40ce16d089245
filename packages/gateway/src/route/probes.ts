import type { Tool } from "@toolcrib/core";
import { Lru } from "../caches/lru.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import { sha256 } from "../hash/sha256.ts";

const maxWait = 2_000;
const keptFor = 60 * 60_000;
const failureKeptFor = 60_000;
const maxKept = 1_000;

/** One tool, large enough to make a visible difference in a token count. */
const sample: Tool = {
  name: "toolcrib_probe",
  description: "Only asked about, never called. ".repeat(20),
  input_schema: {
    type: "object",
    properties: Object.fromEntries(
      Array.from({ length: 20 }, (_, number) => [
        `field_${number}`,
        { type: "string", description: "One of many fields." },
      ]),
    ),
  },
};
const otherTool: Tool = { name: "toolcrib_probe_beside", input_schema: { type: "object", properties: {} } };

/** Whether an upstream honours `defer_loading`; undefined if it cannot count tokens or fails to. */
type ProbeResult = "honoured" | "dropped" | undefined;

interface Kept<Value> {
  readonly until: number;
  readonly value: Value;
}

/**
 * Finds out whether an upstream honours `defer_loading` or drops it silently: one tool is counted deferred and not deferred. Only an
 * upstream that counts less for the deferred one is native. The result is kept for an hour. A failure may be due to the credentials of
 * the request, so it holds for that caller alone, and for a minute.
 */
export class Probes {
  readonly #found = new Lru<string, Kept<ProbeResult>>(maxKept);
  readonly #tried = new Lru<string, Kept<Promise<ProbeResult>>>(maxKept);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async of(request: ClientRequest, model: string): Promise<ProbeResult> {
    const { route, callerScope, credentials } = request;
    const place = `${route.upstream.name} ${route.upstream.baseUrl ?? ""} ${model}`;
    const found = this.#found.get(place);
    if (found !== undefined && found.until > this.#now()) return found.value;
    const { apiKey, authorization } = credentials;
    const attempt = `${place} ${sha256(JSON.stringify([callerScope ?? null, apiKey ?? null, authorization ?? null]))}`;
    const tried = this.#tried.get(attempt);
    if (tried !== undefined && tried.until > this.#now()) return tried.value;
    const probing = probe(request, model);
    this.#tried.set(attempt, { until: this.#now() + failureKeptFor, value: probing });
    const value = await probing;
    if (value !== undefined) this.#found.set(place, { until: this.#now() + keptFor, value });
    return value;
  }
}

async function probe(request: ClientRequest, model: string): Promise<ProbeResult> {
  const { upstream } = request.route;
  if (upstream.doCountTokens === undefined || !speaksMessages(upstream)) return undefined;
  const signal = AbortSignal.timeout(maxWait);
  const count = (tool: Tool) =>
    upstream.doCountTokens?.({
      ...request,
      betas: [],
      signal,
      body: { model, messages: [{ role: "user", content: "foo" }], tools: [otherTool, tool] },
    });
  try {
    const [inPrompt, deferred] = await Promise.all([count(sample), count({ ...sample, defer_loading: true })]);
    if (inPrompt === undefined || deferred === undefined) return undefined;
    // At least half of the definition: a few tokens of difference may come from the flag itself.
    return deferred < inPrompt * 0.7 ? "honoured" : "dropped";
  } catch {
    return undefined;
  }
}
