import type { Tool } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/client-request.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";

const maxWait = 2_000;
const keptFor = 60 * 60_000;
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
const beside: Tool = { name: "toolcrib_probe_beside", input_schema: { type: "object", properties: {} } };

/**
 * Finds out whether an upstream honours `defer_loading` or drops it silently: one tool is counted deferred and not deferred. Only an
 * upstream that counts less for the deferred one is native. The result is kept for an hour.
 */
export class Probes {
  readonly #found = new Map<
    string,
    { readonly until: number; readonly answer: Promise<"honoured" | "dropped" | undefined> }
  >();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Undefined if the upstream cannot count tokens or fails to. */
  of(request: ClientRequest, model: string): Promise<"honoured" | "dropped" | undefined> {
    const { upstream } = request.route;
    const key = `${upstream.name} ${upstream.baseUrl ?? ""} ${model}`;
    const known = this.#found.get(key);
    if (known !== undefined && known.until > this.#now()) return known.answer;
    const answer = probe(request, model);
    if (this.#found.size >= maxKept) this.#found.clear();
    this.#found.set(key, { until: this.#now() + keptFor, answer });
    return answer;
  }
}

async function probe(request: ClientRequest, model: string): Promise<"honoured" | "dropped" | undefined> {
  const { upstream } = request.route;
  if (upstream.doCountTokens === undefined || !speaksMessages(upstream)) return undefined;
  const signal = AbortSignal.timeout(maxWait);
  const count = (tool: Tool) =>
    upstream.doCountTokens?.({
      ...request,
      betas: [],
      signal,
      body: { model, messages: [{ role: "user", content: "foo" }], tools: [beside, tool] },
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
