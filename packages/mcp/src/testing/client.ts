import { Client, type ClientOptions, InMemoryTransport } from "@modelcontextprotocol/client";
import type { Front } from "../front/create-front.ts";
import type { FrontCaller } from "../front/front-caller.ts";

/** The SDK's client, connected to a front in this process. */
export async function connectClient(
  front: Front,
  name = "test-client",
  options: ClientOptions = {},
  caller?: FrontCaller,
): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name, version: "1.0.0" }, options);
  await Promise.all([front.createServer(caller).connect(theirs), client.connect(ours)]);
  return client;
}

/** The text of a result. */
export function textOf(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text?: string }[] };
  return content.map(({ text }) => text ?? "").join("\n");
}
