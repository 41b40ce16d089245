import type { MessagesBody } from "../contracts/inner-form.ts";

/** The id of the container that an answer names: code that runs in it goes on there in the next call. */
export function containerIdOf(fields: { readonly container?: unknown }): string | undefined {
  const { id } = (fields.container ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}

/** The request in a container; what else the client asked of its container, such as skills, stays. */
export function withContainer(body: MessagesBody, id: string | undefined): MessagesBody {
  if (id === undefined) return body;
  const { container } = body;
  const isDescribed = typeof container === "object" && container !== null;
  return { ...body, container: isDescribed ? { ...container, id } : id };
}
