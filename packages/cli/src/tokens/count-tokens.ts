import { CommandError } from "../errors/command-error.ts";
import { excerpt } from "../errors/describe-json.ts";

/** An endpoint that counts tokens as the Messages API does. */
export interface CountingUpstream {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | undefined;
}

/** Counts the tokens of a request at an upstream. */
export async function countTokensAt(upstream: CountingUpstream, request: object): Promise<number> {
  const { url, model, apiKey } = upstream;
  const refuse = (received: string): CommandError => new CommandError("count_failed", { url, received });
  let response: Response;
  try {
    response = await fetch(`${url}/v1/messages/count_tokens`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
      },
      body: JSON.stringify({ model, ...request }),
      signal: AbortSignal.timeout(30_000),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw refuse(excerpt(cause));
  }
  const text = await response.text();
  if (!response.ok) {
    throw refuse(`status ${response.status}: ${excerpt(text)}`);
  }
  const { input_tokens: tokens } = JSON.parse(text) as { input_tokens?: unknown };
  if (typeof tokens !== "number") {
    throw refuse(excerpt(text));
  }
  return tokens;
}
