import { ProtocolError } from "@modelcontextprotocol/client";
import { paramHeadersFor } from "../wire/param-header-values.ts";
import { readParamHeaders } from "../wire/param-headers.ts";
import { modernErrors } from "../wire/protocol-era.ts";
import type { CallOptions } from "./call-options.ts";
import type { Connection } from "./connection.ts";
import type { ServerListing } from "./server-listing.ts";
import type { ServerRequest, ServerRequests } from "./server-requests.ts";

/** The server on which a tool is called. */
export interface ToolPlace {
  readonly requests: ServerRequests;
  readonly listing: ServerListing;
  /** The current connection. */
  readonly current: () => Connection | undefined;
}

/** Calls a tool by the server's own name for it, with the arguments that the server wants mirrored in headers. */
export async function callServerTool(
  { requests, listing, current }: ToolPlace,
  call: { readonly name: string; readonly input: unknown },
  options: CallOptions,
): Promise<Record<string, unknown>> {
  const { name, input } = call;
  const headersFor = ({ era, isHttp }: Connection): Readonly<Record<string, string>> => {
    if (era === "legacy" || !isHttp) return {};
    const declared = readParamHeaders(listing.tools.usable.get(name)?.definition.inputSchema);
    return declared.isValid ? paramHeadersFor(declared.headers, input) : {};
  };
  const request: ServerRequest = { method: "tools/call", params: { name, arguments: input }, headersFor };
  try {
    return await requests.send(request, options);
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== modernErrors.headerMismatch) throw error;
    // The server mirrors other arguments than when it was listed, and has not run anything.
    await listing.refresh("tools", current);
    return requests.send(request, options);
  }
}
