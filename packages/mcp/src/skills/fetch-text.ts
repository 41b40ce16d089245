const maxMilliseconds = 10_000;

/** Fetches the text at a URL that the operator configured; rejects if it is missing, too large or too slow. */
export async function fetchText(url: string, maxBytes: number): Promise<string> {
  const { href, headers } = withoutLogin(url);
  const response = await fetch(href, { headers, signal: AbortSignal.timeout(maxMilliseconds) });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the server answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** `fetch` rejects credentials in a URL. */
function withoutLogin(url: string): { readonly href: string; readonly headers: Readonly<Record<string, string>> } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  if (username === "" && password === "") return { href: url, headers: {} };
  parsed.username = "";
  parsed.password = "";
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return { href: parsed.href, headers: { authorization: `Basic ${login}` } };
}
