type Headers = Readonly<Record<string, string>>;

/** What an upstream says about its limits, for clients that pace themselves by it. */
export function rateLimitHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("anthropic-ratelimit-")));
}
