import type { ClientRequest } from "../contracts/client-request.ts";
import { UpstreamError } from "../errors/upstream-error.ts";

/** The error is worth more than the list: a slow upstream gets no more time than this. */
const maxWaitMilliseconds = 1_500;
const maxNames = 10;
const plainName = /^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u;

/** Adds to an upstream's error about an unknown model which models the upstream has, and where to name one. Other errors stay as they are. */
export async function withKnownModels(error: unknown, request: ClientRequest): Promise<unknown> {
  if (!(error instanceof UpstreamError) || !isAboutModel(error)) return error;
  const { route, body } = request;
  const names = await listNames(request);
  if (names.includes(route.model ?? body.model)) return error;
  const known = names.length === 0 ? "" : ` The upstream has ${shownNames(names)}.`;
  const { message } = error.body.error;
  const end = /[.!?]$/.test(message) ? "" : ".";
  return new UpstreamError(
    error.status,
    { ...error.body.error, message: `${message}${end}${known} ${remedyFor(request)}` },
    { cause: error, retryAfterSeconds: error.retryAfterSeconds, isRetryable: error.isRetryable },
  );
}

function isAboutModel({ status, body }: UpstreamError): boolean {
  const { message, details } = body.error;
  return details?.error_code === "model_not_found" || (status === 404 && /model/i.test(message));
}

/** Empty if the upstream lists none in time. */
async function listNames({ route, credentials, signal }: ClientRequest): Promise<readonly string[]> {
  const { upstream } = route;
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const timer = setTimeout(end, maxWaitMilliseconds);
  signal.addEventListener("abort", end, { once: true });
  try {
    const models = await Promise.race([
      upstream.doListModels?.(credentials, ended.signal).catch(() => []) ?? [],
      new Promise<readonly never[]>((resolve) => {
        ended.signal.addEventListener("abort", () => resolve([]), { once: true });
      }),
    ]);
    return models.map(({ id }) => id).filter((id) => plainName.test(id));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

function shownNames(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return `${names.slice(0, maxNames).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function remedyFor({ route, body }: ClientRequest): string {
  return route.model === undefined
    ? 'Name one of its models in the client (Claude Code: ANTHROPIC_MODEL), or add a route with "upstreamModel".'
    : `Correct "upstreamModel" of the route for ${body.model}.`;
}
