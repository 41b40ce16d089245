import { checkGeminiRequest, type GeminiPart, GeminiRejection, type GeminiRequest } from "./check-gemini-request.ts";

/** What the scripted model says. */
export interface GeminiAnswer {
  readonly text?: string;
  readonly calls: readonly { readonly name: string; readonly input: object }[];
}

export interface StrictGeminiApi {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly rejected: readonly string[];
}

/** Google's Gemini API without a model: it rejects what the real one rejects, and a script gives the answers. */
export function createStrictGeminiApi(model: (body: GeminiRequest, number: number) => GeminiAnswer): StrictGeminiApi {
  const rejected: string[] = [];
  let accepted = 0;
  const reject = (status: number, message: string) => {
    rejected.push(message);
    const code = status === 403 ? "PERMISSION_DENIED" : "INVALID_ARGUMENT";
    return Response.json({ error: { code: status, message, status: code } }, { status });
  };
  return {
    rejected,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const [, method] = /^\/v1beta\/models\/[^/:]+:(generateContent|streamGenerateContent)$/.exec(pathname) ?? [];
      if (method === undefined) return reject(404, `${pathname} is not found for API version v1beta.`);
      if ((request.headers.get("x-goog-api-key") ?? "") === "")
        return reject(403, "Method doesn't allow unregistered callers.");
      const body = (await request.json()) as GeminiRequest;
      try {
        checkGeminiRequest(body);
      } catch (error) {
        if (error instanceof GeminiRejection) return reject(400, error.message);
        throw error;
      }
      accepted += 1;
      const answer = model(body, accepted);
      checkCalls(answer, body);
      const isStreamed = method === "streamGenerateContent";
      const parts = partsOf(answer, accepted, isStreamed);
      if (!isStreamed) return Response.json(responseOf(parts, true));
      if (searchParams.get("alt") !== "sse") return reject(400, "Only alt=sse is scripted.");
      const chunks = parts.map((part, index) => responseOf([part], index === parts.length - 1));
      const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

function partsOf({ text, calls }: GeminiAnswer, number: number, isStreamed: boolean): GeminiPart[] {
  const cut = isStreamed ? Math.ceil((text ?? "").length / 2) : undefined;
  const pieces = text === undefined ? [] : [text.slice(0, cut), text.slice(cut ?? text.length)];
  const texts = pieces.filter((piece) => piece !== "");
  return [
    ...texts.map((piece) => ({ text: piece })),
    ...calls.map(({ name, input }, index) => ({
      functionCall: { name, args: input },
      // Only the first of parallel calls has one.
      ...(index === 0 ? { thoughtSignature: btoa(`signature ${number}`) } : {}),
    })),
  ];
}

function responseOf(parts: readonly GeminiPart[], isLast: boolean): object {
  return {
    candidates: [{ content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: "STOP" } : {}) }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: "gemini-strict",
  };
}

function checkCalls({ calls }: GeminiAnswer, { tools = [] }: GeminiRequest): void {
  const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
  for (const { name } of calls) {
    if (!names.includes(name)) throw new Error(`The scripted model calls ${name}, which it was not given.`);
  }
}
