type Headers = Readonly<Record<string, string>>;

const anthropicLimit = /^anthropic-ratelimit-(requests|tokens)-(limit|remaining)$/;

/** What an upstream says about its limits, under OpenAI's names. */
export function rateLimitHeaders(headers: Headers): Headers {
  const limits = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const [, subject, figure] = anthropicLimit.exec(name) ?? [];
    if (subject !== undefined) limits.set(`x-ratelimit-${figure}-${subject}`, value);
    if (name.startsWith("x-ratelimit-")) limits.set(name, value);
  }
  return Object.fromEntries(limits);
}
