import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import type { ListedPrompt } from "../lists/server-lists.ts";
import { asResult } from "./as-result.ts";
import type { FrontView } from "./front-view.ts";
import { findResource, offeredPrompts, offeredTemplates } from "./offered-lists.ts";
import { pageOf } from "./page-of.ts";
import type { ServedFront } from "./served-front.ts";
import type { Exposed } from "./unique-names.ts";

/** Forwards prompts, and completions of their arguments and of resource templates. */
export function handlePrompts(server: Server, front: ServedFront): void {
  const { viewOf } = front;
  const find = (view: FrontView, name: string): Exposed<ListedPrompt> => {
    const prompt = offeredPrompts(view).get(name);
    if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    return prompt;
  };
  server.setRequestHandler("prompts/list", async ({ params }, context) => {
    await front.freshen("prompts");
    const prompts = [...offeredPrompts(viewOf(context)).values()];
    const { page, ...next } = pageOf(prompts, ({ name }) => name, params?.cursor);
    const listed = page.map(({ name, item }) => ({ ...item, name }));
    return asResult<"prompts/list">({ prompts: listed, ...next, ...front.listCaching(context) });
  });
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = find(viewOf(context), params.name);
    const { _meta, ...others } = params;
    const forServer = { ...others, name: prompt.own };
    return asResult<"prompts/get">(await front.forward(context, prompt.server, "prompts/get", forServer));
  });
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const view = viewOf(context);
    const { ref, _meta, ...others } = params;
    const place = ref.type === "ref/prompt" ? promptPlace(find(view, ref.name), ref) : resourcePlace(view, ref.uri);
    const forServer = { ...others, ref: place.ref };
    return asResult<"completion/complete">(
      await front.forward(context, place.server, "completion/complete", forServer),
    );
  });

  function promptPlace(prompt: Exposed<ListedPrompt>, ref: object) {
    return { server: prompt.server, ref: { ...ref, name: prompt.own } };
  }

  function resourcePlace(view: FrontView, uri: string) {
    const template = offeredTemplates(view).get(uri);
    const place = template === undefined ? findResource(view, uri) : { server: template.server, uri: template.own };
    return { server: place.server, ref: { type: "ref/resource", uri: place.uri } };
  }
}
