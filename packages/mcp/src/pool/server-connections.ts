import type { Connection } from "./connection.ts";

export interface ServerConnectionsOptions {
  /** Calls back when no call runs over a connection any more. */
  whenUnused(connection: Connection, callback: () => void): void;
  /** Called when the current connection is given up. */
  onGivenUp(): void;
}

/** The connection that calls of a server use, and earlier ones over which some still run. */
export class ServerConnections {
  readonly #options: ServerConnectionsOptions;
  #current: Connection | undefined;
  /** Connections for no more calls, over which some still run. */
  readonly #retired = new Set<Connection>();
  #ending: Promise<unknown> = Promise.resolve();

  constructor(options: ServerConnectionsOptions) {
    this.#options = options;
  }

  get current(): Connection | undefined {
    return this.#current;
  }

  use(connection: Connection): void {
    this.#current = connection;
  }

  /** Uses the current connection for no more calls, and closes it when those that run over it have ended. */
  retire(): void {
    const connection = this.#giveUp();
    if (connection === undefined) return;
    this.#retired.add(connection);
    this.#options.whenUnused(connection, () => {
      this.#retired.delete(connection);
      this.#end(connection);
    });
  }

  /** Closes the current connection, and resolves when all that were closed have ended. */
  async disconnect(): Promise<void> {
    const connection = this.#giveUp();
    if (connection !== undefined) this.#end(connection);
    await this.#ending;
  }

  /** Closes connections over which calls still run. */
  endRetired(): void {
    for (const connection of this.#retired) this.#end(connection);
  }

  #giveUp(): Connection | undefined {
    const connection = this.#current;
    this.#current = undefined;
    this.#options.onGivenUp();
    connection?.changes?.close();
    return connection;
  }

  #end({ client }: Connection): void {
    this.#ending = Promise.all([this.#ending, client.close().catch(() => {})]);
  }
}
