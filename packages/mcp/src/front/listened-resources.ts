import { CLIENT_INFO_META_KEY, type JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Front, FrontClient } from "./create-front.ts";

interface ListenRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: "subscriptions/listen";
  readonly params: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly notifications: { readonly resourceSubscriptions: readonly string[] };
  };
}

const maxResources = 100;

/** A request to listen for changes. */
export function isListen(message: unknown): boolean {
  const { id, method } = (message ?? {}) as Partial<ListenRequest>;
  return method === "subscriptions/listen" && id !== undefined;
}

/** A request to listen for resource changes. Anything else, even if it is almost one, is left to the SDK. */
export function isResourceListen(message: unknown): message is ListenRequest {
  if (!isListen(message)) return false;
  const { params } = message as Partial<ListenRequest>;
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris) && uris.length > 0 && uris.every((uri) => typeof uri === "string");
}

/** The name that a request's client gives itself; empty if it gives none. */
export function clientNameIn(message: unknown): string {
  const { params } = (message ?? {}) as Partial<ListenRequest>;
  const { name } = (params?._meta?.[CLIENT_INFO_META_KEY] ?? {}) as { readonly name?: unknown };
  return typeof name === "string" ? name : "";
}

/** Watches the resources of a listen request; the request then names only those that can be watched. */
export async function watchListened(
  front: Front,
  client: FrontClient,
  request: ListenRequest,
  onUpdated: (uri: string) => void,
): Promise<{ readonly request: ListenRequest; readonly end: () => void }> {
  const { params } = request;
  const uris = params.notifications.resourceSubscriptions.slice(0, maxResources);
  const { watched, end } = await front.watchResources(client, uris, onUpdated);
  const notifications = { ...params.notifications, resourceSubscriptions: watched };
  return { request: { ...request, params: { ...params, notifications } }, end };
}

/** Merges simultaneous notifications of several listeners to the same resource: the SDK forwards one to all of them. */
function oncePerTick(notify: (uri: string) => void): (uri: string) => void {
  const pending = new Set<string>();
  return (uri) => {
    if (pending.has(uri)) return;
    pending.add(uri);
    queueMicrotask(() => {
      pending.delete(uri);
      notify(uri);
    });
  };
}

/**
 * The resources that the client of one connection listens to. The SDK sends the notifications, but does not know which
 * server to subscribe to.
 */
export class ListenedResources {
  readonly #front: Front;
  readonly #onUpdated: (uri: string) => void;
  readonly #ends = new Map<string | number, () => void>();
  #isClosed = false;

  constructor(front: Front, onUpdated: (uri: string) => void) {
    this.#front = front;
    this.#onUpdated = oncePerTick(onUpdated);
  }

  /** Forwards a message of the client; a listen request only once its resources are watched. */
  pass(message: JSONRPCMessage, passOn: (message: JSONRPCMessage) => void): void {
    if (isResourceListen(message) && !this.#ends.has(message.id)) {
      void this.#listen(message, passOn);
      return;
    }
    const { method, params } = message as {
      readonly method?: unknown;
      readonly params?: { readonly requestId?: unknown };
    };
    if (method === "notifications/cancelled") this.#end(params?.requestId as string | number);
    passOn(message);
  }

  close(): void {
    this.#isClosed = true;
    for (const id of this.#ends.keys()) this.#end(id);
  }

  async #listen(message: ListenRequest, passOn: (message: JSONRPCMessage) => void): Promise<void> {
    let isCancelled = false;
    this.#ends.set(message.id, () => {
      isCancelled = true;
    });
    const client = { name: clientNameIn(message) };
    const { request, end } = await watchListened(this.#front, client, message, this.#onUpdated);
    if (isCancelled || this.#isClosed) {
      end();
      return;
    }
    this.#ends.set(message.id, end);
    passOn(request as unknown as JSONRPCMessage);
  }

  #end(id: string | number): void {
    this.#ends.get(id)?.();
    this.#ends.delete(id);
  }
}
