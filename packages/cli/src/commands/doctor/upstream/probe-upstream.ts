import type { Check } from "../check/check.ts";
import type { Probe, ProbedUpstream } from "./probe.ts";
import { probeChat } from "./probe-chat.ts";
import { probeMessages } from "./probe-messages.ts";
import { probeResponses } from "./probe-responses.ts";

/** How to find out what an upstream supports, by its dialect. */
const probes: ReadonlyMap<string, Probe> = new Map([
  ["anthropic", probeMessages],
  ["openai-chat", probeChat],
  ["openai-responses", probeResponses],
]);

/** Finds out what an upstream supports by asking it: a few calls of one token each. */
export async function probeUpstream(upstream: ProbedUpstream): Promise<readonly Check[]> {
  const probe = probes.get(upstream.dialect);
  if (probe !== undefined) return probe(upstream);
  const says = `was not checked: the doctor cannot check upstreams that speak ${upstream.dialect}`;
  return [{ subject: "upstream", state: "note", says: `${upstream.url} ${says}` }];
}
