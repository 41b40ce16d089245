import { setTimeout as wait } from "node:timers/promises";
import { createCache } from "../cost/cost-of-calls.ts";
import { costOf, type TokenUse } from "../cost/prices.ts";
import { countTokens } from "../cost/tokens.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { type Endpoint, type ModelTurn, PlayerStopped } from "../player/player.ts";
import { dialects } from "../relay/relay.ts";

export interface EndpointOptions {
  /** Base URL; the path of the API, such as `/v1/messages`, is added. */
  readonly url: string;
  readonly dialect: DialectName;
  readonly model: string;
  readonly apiKey: string | undefined;
  /** No request is sent that could exceed it. */
  readonly maxDollars: number;
  /** Default: as long as it says. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

export interface SpendingEndpoint extends Endpoint {
  readonly spent: () => number;
}

type Fields = Readonly<Record<string, unknown>>;

/** A real model. It gets the requests as they come, under its own name and with its own key. */
export function createEndpoint(options: EndpointOptions): SpendingEndpoint {
  const { url, dialect, model, apiKey, maxDollars } = options;
  const { path, provider } = dialects.find(({ name }) => name === dialect) ?? fail(dialect);
  const { rules } = createCache[provider]();
  const pause = options.wait ?? ((milliseconds) => wait(milliseconds));
  let spent = 0;
  return {
    spent: () => spent,
    async forward({ prompt }, request) {
      if (request.dialect !== dialect) throw new PlayerStopped(`This model does not speak ${request.dialect}.`);
      // An answer may be as long as the request allows, but hardly ever is.
      const least = costOf({ uncached: tokensOf(prompt), written: 0, read: 0, output: usualAnswer }, rules);
      if (spent + least > maxDollars) {
        throw new PlayerStopped(`The next request could exceed $${maxDollars}; $${spent.toFixed(4)} are spent.`, {
          endsRun: true,
        });
      }
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", ...keyHeaders(dialect, apiKey) },
        body: JSON.stringify({ ...request.body, stream_options: undefined, model, stream: false }),
      };
      let response = await reach(joinUrl(url, path), init);
      for (let attempt = 0; attempt < retries && isBusy(response.status); attempt++) {
        await response.body?.cancel();
        await pause(Number(response.headers.get("retry-after") ?? 2 ** attempt) * 1_000);
        response = await reach(joinUrl(url, path), init);
      }
      const answer = await readJson(response);
      if (!response.ok && response.status !== badRequest) {
        // Not the set-up's fault: the task is played again when the run goes on.
        const said = JSON.stringify(answer["error"] ?? answer).slice(0, 300);
        throw new PlayerStopped(`The model's API answered ${response.status}: ${said}.`, { endsRun: true });
      }
      if (response.ok) spent += costOf(readUse(answer, dialect), rules);
      return { status: response.status, answer };
    },
  };
}

const usualAnswer = 1_000;
const retries = 5;
const badRequest = 400;

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    throw new PlayerStopped(`${url} cannot be reached: ${message}${reason}.`, { endsRun: true });
  }
}

function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}

function tokensOf({ parts }: ModelTurn["prompt"]): number {
  return parts.reduce((sum, { text }) => sum + countTokens(text), 0);
}

/** With or without the version at its end, as people write base URLs. */
function joinUrl(url: string, path: string): string {
  const base = url.replace(/\/+$/, "");
  return base.endsWith("/v1") ? base + path.slice("/v1".length) : base + path;
}

function keyHeaders(dialect: DialectName, key: string | undefined): Readonly<Record<string, string>> {
  if (dialect === "messages") {
    return { "anthropic-version": "2023-06-01", ...(key === undefined ? {} : { "x-api-key": key }) };
  }
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

async function readJson(response: Response): Promise<Fields> {
  const text = await response.text();
  try {
    return JSON.parse(text) as Fields;
  } catch {
    return { error: { type: "api_error", message: `no JSON: ${text.slice(0, 200)}` } };
  }
}

/** What the API says that it used. */
function readUse(answer: Fields, dialect: DialectName): TokenUse {
  const usage = (answer["usage"] ?? {}) as Readonly<Record<string, number>>;
  const details = (usage["prompt_tokens_details"] ?? usage["input_tokens_details"] ?? {}) as { cached_tokens?: number };
  if (dialect === "messages") {
    return {
      uncached: usage["input_tokens"] ?? 0,
      written: usage["cache_creation_input_tokens"] ?? 0,
      read: usage["cache_read_input_tokens"] ?? 0,
      output: usage["output_tokens"] ?? 0,
    };
  }
  const read = details.cached_tokens ?? 0;
  return {
    uncached: (usage["prompt_tokens"] ?? usage["input_tokens"] ?? 0) - read,
    written: 0,
    read,
    output: usage["completion_tokens"] ?? usage["output_tokens"] ?? 0,
  };
}

function fail(dialect: string): never {
  throw new Error(`No dialect ${dialect}.`);
}
