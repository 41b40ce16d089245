import type { MessagesBody } from "../contracts/inner-form.ts";

/** The id of the container that a response names: code continues to run in it in the next call. */
export function containerIdOf(fields: { readonly container?: unknown }): string | undefined {
  const { id } = (fields.container ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/** The request with this container; other container options of the client, such as skills, stay. */
export function withContainer(body: MessagesBody, id: string | undefined): MessagesBody {
  if (id === undefined) return body;
  const { container } = body;
  const isDescribed = typeof container === "object" && container !== null;
  return { ...body, container: isDescribed ? { ...container, id } : id };
}
