import type { Socket } from "node:net";

/** The open connections of a server. Those without an admitted request are closed to make room for new ones. */
export class Connections {
  readonly #max: () => number;
  /** By number of requests; idle ones are in the order in which they became idle. */
  readonly #idle = new Set<Socket>();
  readonly #busy = new Map<Socket, number>();

  constructor(max: () => number) {
    this.#max = max;
  }

  get count(): number {
    return this.#idle.size + this.#busy.size;
  }

  add(socket: Socket): void {
    this.#idle.add(socket);
    socket.once("close", () => {
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
    for (const idle of this.#idle) {
      if (this.count <= this.#max()) return;
      this.#idle.delete(idle);
      idle.destroy();
    }
  }

  /** The number of requests in progress on this connection. */
  requestsOf(socket: Socket): number {
    return this.#busy.get(socket) ?? 0;
  }

  /** Notes that a request on this connection was admitted; returns a function that notes its end. */
  begin(socket: Socket): () => void {
    this.#idle.delete(socket);
    this.#busy.set(socket, this.requestsOf(socket) + 1);
    return () => {
      const left = this.requestsOf(socket) - 1;
      if (left > 0) this.#busy.set(socket, left);
      else if (this.#busy.delete(socket)) this.#idle.add(socket);
    };
  }
}
