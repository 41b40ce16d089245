import { OpenAiRejection } from "../../../packages/gateway/src/testing/openai/strict-api.ts";
import { bearerOf } from "./dialect.ts";

export function checkOpenAiKey(headers: Headers): void {
  if (bearerOf(headers) !== "") return;
  throw new OpenAiRejection("You didn't provide an API key.", { status: 401, code: "invalid_api_key" });
}

export function refuseAsOpenAi(error: unknown): Response | undefined {
  if (!(error instanceof OpenAiRejection)) return undefined;
  const { message, status, code, param } = error;
  const type = status === 401 ? "authentication_error" : "invalid_request_error";
  return Response.json({ error: { message, type, param, code } }, { status });
}

/** Arguments as a value; text that is no JSON stays text. */
export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
