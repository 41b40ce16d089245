import {
  type Client,
  type McpSubscription,
  ProtocolError,
  ProtocolErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import { backoffDelay, type RestartOptions } from "./backoff.ts";

/** Which of a server's lists changed. */
export type ListKind = "tools" | "prompts" | "resources";

const listKinds: readonly ListKind[] = ["tools", "prompts", "resources"];

export interface ChangeSubscriptionOptions {
  readonly client: Client;
  readonly timeout: number;
  readonly restart: RestartOptions;
  readonly startTimer: StartTimer;
  readonly random: () => number;
  /** The stream was reopened after it had ended: changes of these lists may have been missed. */
  readonly onReopened: (kinds: readonly ListKind[]) => void;
}

/**
 * Subscribes to changes that a modern server only sends on request (`subscriptions/listen`), and again when the stream
 * ends. Does nothing for servers without this feature.
 */
export class ChangeSubscription {
  readonly #options: ChangeSubscriptionOptions;
  readonly #uris = new Set<string>();
  #current: McpSubscription | undefined;
  #opening: Promise<void> = Promise.resolve();
  #attempts = 0;
  #isClosed = false;
  #timer: Timer | undefined;

  constructor(options: ChangeSubscriptionOptions) {
    this.#options = options;
    this.#open().catch(() => {});
  }

  /** Whether the server currently reports changes of this list. */
  covers(kind: ListKind): boolean {
    return this.#current?.honoredFilter[`${kind}ListChanged`] === true;
  }

  /** Also listens for changes of a resource; false if the server does not report them. */
  async watch(uri: string): Promise<boolean> {
    this.#uris.add(uri);
    await this.#open();
    const isWatched = this.#current?.honoredFilter.resourceSubscriptions?.includes(uri) === true;
    if (!isWatched) this.#uris.delete(uri);
    return isWatched;
  }

  async unwatch(uri: string): Promise<void> {
    if (this.#uris.delete(uri)) await this.#open();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer?.stop();
    this.#current?.close().catch(() => {});
    this.#current = undefined;
  }

  async #open(): Promise<void> {
    // Sequentially: each stream replaces the previous one.
    const opened = this.#opening.then(() => this.#replaceStream());
    this.#opening = opened.catch(() => {});
    return opened;
  }

  async #replaceStream(): Promise<void> {
    const { client, timeout } = this.#options;
    const filter = this.#filter();
    if (this.#isClosed) return;
    const before = this.#current;
    let opened: McpSubscription | undefined;
    try {
      if (Object.keys(filter).length > 0) opened = await client.listen(filter, { timeout });
    } catch (error) {
      if (!isUnknownMethod(error)) this.#openLater();
      throw error;
    }
    if (this.#isClosed) await opened?.close();
    else this.#current = opened;
    await before?.close();
    void opened?.closed.then(() => this.#ended(opened));
  }

  #ended(stream: McpSubscription): void {
    if (this.#current !== stream) return;
    this.#current = undefined;
    this.#openLater();
  }

  #openLater(): void {
    const { restart, startTimer, random, onReopened } = this.#options;
    if (this.#isClosed) return;
    this.#timer?.stop();
    this.#timer = startTimer(backoffDelay(this.#attempts++, restart, random), () => {
      this.#open().then(
        () => {
          this.#attempts = 0;
          onReopened(listKinds.filter((kind) => this.covers(kind)));
        },
        () => {},
      );
    });
  }

  #filter(): Parameters<Client["listen"]>[0] {
    const capabilities = this.#options.client.getServerCapabilities() ?? {};
    return {
      ...(capabilities.tools?.listChanged === true ? { toolsListChanged: true } : {}),
      ...(capabilities.prompts?.listChanged === true ? { promptsListChanged: true } : {}),
      ...(capabilities.resources?.listChanged === true ? { resourcesListChanged: true } : {}),
      ...(this.#uris.size > 0 ? { resourceSubscriptions: [...this.#uris] } : {}),
    };
  }
}

function isUnknownMethod(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === ProtocolErrorCode.MethodNotFound;
  return error instanceof SdkHttpError && error.status === 404;
}
