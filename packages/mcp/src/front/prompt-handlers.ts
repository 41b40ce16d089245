import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { ListedPrompt } from "../pool/server-lists.ts";
import { asResult } from "./as-result.ts";
import { callOptionsFor } from "./caller-channel.ts";
import type { FrontSession } from "./front-session.ts";
import { findResource, offeredPrompts, offeredTemplates } from "./offered-lists.ts";
import { pageOf } from "./page-of.ts";
import type { Exposed } from "./unique-names.ts";

/** Passes prompts through, and completions of their arguments and of resource templates. */
export function handlePrompts(server: Server, session: FrontSession): void {
  const find = (name: string): Exposed<ListedPrompt> => {
    const prompt = offeredPrompts(session.view).get(name);
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    return prompt;
  };
  server.setRequestHandler("prompts/list", ({ params }) => {
    const prompts = [...offeredPrompts(session.view).values()];
    const { page, ...next } = pageOf(prompts, ({ name }) => name, params?.cursor);
    return asResult<"prompts/list">({ prompts: page.map(({ name, item }) => ({ ...item, name })), ...next });
  });
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = find(params.name);
    const forServer = { ...params, name: prompt.own, _meta: undefined };
    const options = callOptionsFor(server, context, session);
    return asResult<"prompts/get">(await session.view.pool.request(prompt.server, "prompts/get", forServer, options));
  });
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { ref } = params;
    const place = ref.type === "ref/prompt" ? promptPlace(find(ref.name), ref) : resourcePlace(ref.uri);
    const forServer = { ...params, ref: place.ref, _meta: undefined };
    const options = callOptionsFor(server, context, session);
    return asResult<"completion/complete">(
      await session.view.pool.request(place.server, "completion/complete", forServer, options),
    );
  });

  function promptPlace(prompt: Exposed<ListedPrompt>, ref: object) {
    return { server: prompt.server, ref: { ...ref, name: prompt.own } };
  }

  function resourcePlace(uri: string) {
    const template = offeredTemplates(session.view).get(uri);
    const place =
      template === undefined ? findResource(session.view, uri) : { server: template.server, uri: template.own };
    return { server: place.server, ref: { type: "ref/resource", uri: place.uri } };
  }
}
