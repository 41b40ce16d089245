import { connect, type Socket } from "node:net";

/** A bare connection, for what no HTTP client would send. */
export interface SocketClient {
  readonly socket: Socket;
  /** Everything that came back so far. */
  readonly text: () => string;
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
}

/** Connects to a server by its URL. */
export async function connectTo(url: string): Promise<SocketClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => {
    socket.on("end", resolve);
    socket.on("close", () => resolve());
  });
  await new Promise<void>((resolve) => {
    socket.on("connect", () => resolve());
  });
  return { socket, closed, text: () => Buffer.concat(chunks).toString("latin1") };
}

/** The text of a POST request over HTTP/1.1. */
export function postText(path: string, body: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: "localhost", "content-length": String(Buffer.byteLength(body)), ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}
