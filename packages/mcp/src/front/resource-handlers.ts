import type { Server } from "@modelcontextprotocol/server";
import { asResult } from "./as-result.ts";
import { findResource, offeredResources, offeredTemplates } from "./offered-lists.ts";
import { pageOf } from "./page-of.ts";
import type { ServedFront } from "./served-front.ts";

/** Forwards resources: their lists, contents and changes. */
export function handleResources(server: Server, front: ServedFront): void {
  const { subscriptions, viewOf } = front;
  server.setRequestHandler("resources/list", async ({ params }, context) => {
    await front.freshen("resources");
    const resources = [...offeredResources(viewOf(context)).values()];
    const { page, ...next } = pageOf(resources, ({ name }) => name, params?.cursor);
    const listed = page.map(({ name, item }) => ({ ...item, uri: name }));
    return asResult<"resources/list">({ resources: listed, ...next, ...front.listCaching(context) });
  });
  server.setRequestHandler("resources/templates/list", async ({ params }, context) => {
    await front.freshen("resources");
    const templates = [...offeredTemplates(viewOf(context)).values()];
    const { page, ...next } = pageOf(templates, ({ name }) => name, params?.cursor);
    const resourceTemplates = page.map(({ name, item }) => ({ ...item, uriTemplate: name }));
    return asResult<"resources/templates/list">({ resourceTemplates, ...next, ...front.listCaching(context) });
  });
  server.setRequestHandler("resources/read", async ({ params }, context) => {
    const place = findResource(viewOf(context), params.uri);
    const result = await front.forward(context, place.server, "resources/read", { uri: place.uri });
    const named = withUri(result, place.uri, params.uri);
    return asResult<"resources/read">({ ...named, ...front.contentCaching(context, named) });
  });
  // These two are for sessions only; since 2026 clients listen instead, which the transports handle.
  server.setRequestHandler("resources/subscribe", async ({ params }) => {
    const { session } = front;
    const place = findResource(session.view, params.uri);
    await subscriptions.add(session, place, params.uri, (uri) => {
      if (!session.view.isServerHidden(place.server)) server.sendResourceUpdated({ uri }).catch(() => {});
    });
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params }) => {
    await subscriptions.remove(front.session, findResource(front.session.view, params.uri));
    return {};
  });
}

// A resource requested under another URI is returned under that URI, so that the client recognises it.
function withUri(result: Record<string, unknown>, uri: string, asked: string): Record<string, unknown> {
  const { contents } = result;
  if (uri === asked || !Array.isArray(contents)) return result;
  const renamed = contents.map((content: { readonly uri?: unknown }) =>
    content.uri === uri ? { ...content, uri: asked } : content,
  );
  return { ...result, contents: renamed };
}
