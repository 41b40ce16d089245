import { isRecord } from "@toolcrib/shared/json";
import type { MessagesBody } from "../contracts/inner-form.ts";

/** How ids begin that hold a program, or what programs left. */
export const inlinePrefix = "container_s";
/** How ids begin of what the gateway keeps. */
export const keptPrefix = "container_k";

/** Whether the gateway made an id: clients may send those of other APIs. */
export function isContainerId(id: unknown): id is string {
  return typeof id === "string" && (id.startsWith(inlinePrefix) || id.startsWith(keptPrefix));
}

/** Whether a request names a container of the gateway, and asks for nothing else in it. */
export function isOwnContainer(container: unknown): boolean {
  if (!isRecord(container)) return isContainerId(container);
  const { id, ...rest } = container;
  return isContainerId(id) && Object.values(rest).every((value) => value === null || value === undefined);
}

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
