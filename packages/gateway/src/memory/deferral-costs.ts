import type { Tool } from "@toolcrib/core";
import type { DeferralCost } from "@toolcrib/core/engine";
import type { ClientRequest } from "../contracts/client-request.ts";
import { type WithholdDeps, withhold } from "../refusals/withhold.ts";

/** Tokens that the API adds around any tools; they are not part of the tools' cost. */
const preambleTokens = 500;
/** Do not wait longer for a count than for the model's first token. */
const maxWait = 3_000;

/**
 * What deferrable definitions cost, counted by the upstream once for each set of tools (E4.4). A count that fails, or that takes
 * too long, is not kept; then their length decides.
 */
export class DeferralCosts {
  readonly #counts = new WeakMap<readonly Tool[], Map<string, Promise<DeferralCost | undefined>>>();

  /** The cost, counted if it is not known yet. `isAsked` returns whether anything depends on it. */
  async of(
    request: ClientRequest,
    deferrable: readonly Tool[],
    deps: WithholdDeps,
    isAsked: () => boolean,
  ): Promise<DeferralCost | undefined> {
    const { upstream } = request.route;
    const model = request.route.model ?? request.body.model;
    const byModel = this.#counts.get(deferrable) ?? new Map<string, Promise<DeferralCost | undefined>>();
    this.#counts.set(deferrable, byModel);
    const key = `${upstream.name} ${model}`;
    let cost = byModel.get(key);
    if (cost === undefined) {
      if (!isAsked()) return undefined;
      cost = count(request, model, deferrable, deps);
      byModel.set(key, cost);
      void cost.then((counted) => counted ?? byModel.delete(key));
    }
    return cost;
  }
}

async function count(
  request: ClientRequest,
  model: string,
  tools: readonly Tool[],
  deps: WithholdDeps,
): Promise<DeferralCost | undefined> {
  const { upstream } = request.route;
  if (upstream.doCountTokens === undefined) return undefined;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(maxWait)]);
  const messages = [{ role: "user", content: "foo" }] as const;
  const { body, betas } = withhold({ body: { model, messages, tools }, betas: [] }, request.route, deps);
  try {
    const counted = await upstream.doCountTokens({ ...request, body, betas, signal });
    return Number.isFinite(counted) ? { tokens: Math.max(0, counted - preambleTokens), source: "counted" } : undefined;
  } catch {
    return undefined;
  }
}
