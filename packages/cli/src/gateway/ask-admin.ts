import { errorMessage } from "@toolcrib/shared/errors";
import { CommandError } from "../errors/command-error.ts";

/** A running gateway. */
export interface GatewayAddress {
  readonly url: string;
  /** A key with admin rights. */
  readonly key: string | undefined;
}

const maxWaitMilliseconds = 30_000;

/** Calls the admin API of a running gateway; `path` is below `/admin`. */
export async function askAdmin({ url, key }: GatewayAddress, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers: Record<string, string> = key === undefined ? {} : { "toolcrib-key": key };
  let response: Response;
  try {
    const signal = AbortSignal.timeout(maxWaitMilliseconds);
    response = await fetch(`${url}/admin${path}`, { ...init, headers, signal });
  } catch (error) {
    throw new CommandError("gateway_failed", { url, received: errorMessage(error) });
  }
  const text = await response.text();
  if (!response.ok) {
    throw new CommandError("gateway_failed", { url, received: `status ${response.status} (${messageIn(text)})` });
  }
  return JSON.parse(text);
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error: { message: string } }).error.message);
  } catch {
    return text.slice(0, 200);
  }
}
