import type { Message } from "@toolcrib/core";
import type { WireTool } from "@toolcrib/core/tools";
import { serverOf } from "../../advice/server-of.ts";
import type { FirstRequest, FirstRequests, Weight } from "../../advice/weigh-tools.ts";
import type { NamedTool } from "../../servers/collect-tools.ts";
import { type CountingUpstream, countTokensAt } from "../../tokens/count-tokens.ts";

const probe: readonly Message[] = [{ role: "user", content: "foo" }];

/** Puts counted tokens in the place of the estimates, server by server; those of single tools stay estimates. */
export async function countWeights(
  { servers, savings, tools }: { servers: readonly Weight[]; savings: FirstRequests; tools: readonly NamedTool[] },
  upstream: CountingUpstream,
): Promise<{ readonly servers: readonly Weight[]; readonly savings: FirstRequests }> {
  const nothing = await countTokensAt(upstream, { messages: probe });
  const count = async (counted: readonly WireTool[], messages: readonly Message[] = probe): Promise<number> =>
    Math.max(0, (await countTokensAt(upstream, { tools: counted, messages })) - nothing);
  const countedServers: Weight[] = [];
  const eagerByName = new Map(savings.eager.tools.map((tool) => [tool.name, tool]));
  for (const server of servers) {
    const own = tools.filter((tool) => serverOf(tool) === server.name);
    countedServers.push({ ...server, tokens: await count(own.flatMap(({ name }) => eagerByName.get(name) ?? [])) });
  }
  const recount = async (request: FirstRequest): Promise<FirstRequest> => ({
    ...request,
    tokens: await count(request.tools, request.messages),
  });
  return {
    servers: countedServers.toSorted((left, right) => right.tokens - left.tokens),
    savings: { ...savings, eager: await recount(savings.eager), deferred: await recount(savings.deferred) },
  };
}
