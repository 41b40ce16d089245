/** Whether the headers of a request are those of an OpenAI client: a bearer token, and nothing that Anthropic's clients send. */
export function isOpenAiClient(headers: Readonly<Record<string, string>>): boolean {
  return (
    /^Bearer\s/i.test(headers["authorization"] ?? "") &&
    headers["x-api-key"] === undefined &&
    !Object.keys(headers).some((name) => name.startsWith("anthropic-"))
  );
}
