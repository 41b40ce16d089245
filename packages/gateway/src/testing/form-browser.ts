/** A browser without a screen: it follows redirects, keeps cookies for each origin, and fills in forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  #isLast: (url: string) => boolean = () => false;

  async get(url: string): Promise<Response> {
    return this.#follow(url, {});
  }

  /** Sends the form of a page with its hidden fields and these. */
  async submit(page: Response, fields: Readonly<Record<string, string>>): Promise<Response> {
    const html = await page.text();
    const [, action = ""] = /<form[^>]*action="([^"]+)"/.exec(html) ?? [];
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams([
      ...hidden.map(([, name = "", value = ""]) => [name, value]),
      ...Object.entries(fields),
    ]);
    const { origin } = new URL(page.url);
    return this.#follow(new URL(action, page.url).href, { method: "POST", body, headers: { origin } });
  }

  /** The same, until a redirect to an address that fits: the browser does not go there. */
  async submitUntil(
    page: Response,
    fields: Readonly<Record<string, string>>,
    isLast: (url: string) => boolean,
  ): Promise<string> {
    this.#isLast = isLast;
    try {
      return (await this.submit(page, fields)).headers.get("location") ?? "";
    } finally {
      this.#isLast = () => false;
    }
  }

  cookie(url: string): string {
    const jar = this.#cookies.get(new URL(url).origin) ?? new Map<string, string>();
    return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async #follow(url: string, init: RequestInit, redirects = 0): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string> | undefined), cookie: this.cookie(url) };
    const response = await fetch(url, { ...init, redirect: "manual", headers });
    this.#keep(url, response.headers.getSetCookie());
    const location = response.headers.get("location");
    if (location === null || redirects > 20 || this.#isLast(location)) return response;
    await response.body?.cancel();
    return this.#follow(new URL(location, url).href, {}, redirects + 1);
  }

  #keep(url: string, cookies: readonly string[]): void {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    for (const cookie of cookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
  }
}
