import { createHttpApi, type HttpApi, type HttpUpstreamOptions } from "../../shared/http/http-api.ts";
import { bearerHeaders } from "../../shared/http/upstream-headers.ts";
import { readOpenAiError } from "./read-error.ts";

/** Calls one of OpenAI's APIs. `baseUrl` includes the version, such as `https://api.openai.com/v1`. */
export function createOpenAiApi(options: HttpUpstreamOptions, baseUrl: string): HttpApi {
  return createHttpApi(options, {
    baseUrl,
    keyHeader: "authorization",
    credentialHeaders: bearerHeaders,
    readError: readOpenAiError,
  });
}

/** The path of a client's request without the version, which the base URL has already. */
export function pathWithoutVersion(path: string): string {
  return path.replace(/^\/v1(?=\/)/, "");
}
