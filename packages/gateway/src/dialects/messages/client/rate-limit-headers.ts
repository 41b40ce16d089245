type Headers = Readonly<Record<string, string>>;

/** The upstream's rate limit headers, for clients that throttle themselves. */
export function rateLimitHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("anthropic-ratelimit-")));
}
