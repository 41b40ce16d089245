import type { ApiName } from "./bodies.ts";

/** A way through the gateway: an endpoint, and the upstream behind it. */
export interface Door {
  readonly api: ApiName;
  /** The model, which is called like its upstream. */
  readonly model: string;
  readonly path: string;
  readonly isStreamed?: boolean;
}

const paths: Readonly<Record<ApiName, string>> = {
  messages: "/v1/messages",
  chat: "/v1/chat/completions",
  responses: "/v1/responses",
  search: "/admin/search",
  mcp: "/mcp",
};
const door = (api: ApiName, model: string): Door => ({ api, model, path: paths[api] });
const streamed = (api: ApiName, model: string): Door => ({ ...door(api, model), isStreamed: true });
const counting = (api: ApiName, model: string, name: string): Door => ({
  ...door(api, model),
  path: `${paths[api]}/${name}`,
});

/** Every endpoint with every upstream, whole and as a stream. */
export const doors: readonly Door[] = [
  ...(["messages", "chat", "responses"] as const).flatMap((api) =>
    ["a", "c", "r", "s"].flatMap((model) => [door(api, model), streamed(api, model)]),
  ),
  ...["a", "c", "r", "s"].flatMap((model) => [
    counting("messages", model, "count_tokens"),
    counting("responses", model, "input_tokens"),
  ]),
  door("search", "none"),
  door("mcp", "none"),
];

/** How tables and tests call it. */
export const titleOf = ({ path, model, isStreamed = false }: Door): string =>
  `${path} to ${model}${isStreamed ? ", streamed" : ""}`;
