import { type Loader, usesReferences } from "@toolcrib/core/loaders";
import type { Check } from "../check/check.ts";
import { explainMessage } from "../check/known-messages.ts";

/** The upstream to check. */
export interface ProbedUpstream {
  readonly url: string;
  readonly dialect: string;
  readonly model: string;
  readonly apiKey: string | undefined;
}

/** Checks an upstream of one dialect. */
export type Probe = (upstream: ProbedUpstream) => Promise<readonly Check[]>;

/** What an upstream answered; status 0 if it did not. */
export interface ProbeAnswer {
  readonly status: number;
  readonly text: string;
}

export const probeQuestion: { readonly role: string; readonly content: string } = { role: "user", content: "Say yes." };

export const probeTool: { readonly name: string; readonly description: string; readonly input_schema: object } = {
  name: "probe_now",
  description: "Tells the time.",
  input_schema: { type: "object", properties: {} },
};

const maxWait = 60_000;

/** Posts JSON to an upstream. */
export async function postProbe(
  { url }: ProbedUpstream,
  path: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: object },
): Promise<ProbeAnswer> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(maxWait),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { status: 0, text: cause };
  }
}

/** Whether the upstream answers a plain request. */
export function checkReached({ url, model }: ProbedUpstream, answer: ProbeAnswer): Check {
  const subject = "upstream";
  if (isAccepted(answer)) {
    return { subject, state: "ok", says: `${url} answers for ${model}` };
  }
  const says = answer.status === 0 ? "does not answer" : `rejects a plain request for ${model}`;
  return { subject, state: "problem", says: `${url} ${says}: ${shorten(answer)}`, fix: fixFor(answer) };
}

function fixFor({ status }: ProbeAnswer): string {
  if (status === 0) return "Start it, or correct --upstream. For OpenAI's dialects the URL ends in /v1.";
  if (status === 401 || status === 403)
    return "Pass its key in the environment variable that --upstream-key-env names.";
  if (status === 404) return "Check --model, --upstream-dialect, and that the URL of an OpenAI upstream ends in /v1.";
  return "Read its message, then check --model and the key.";
}

/** Whether the upstream accepts a feature. If not, that is no problem of the user: the gateway works without it. */
export function checkFeature(subject: string, answer: ProbeAnswer, feature: string): Check {
  if (isAccepted(answer)) {
    return { subject, state: "ok", says: `accepts ${feature}` };
  }
  const fix = explainMessage(answer.text)?.fix;
  const says = `rejects ${feature}: ${shorten(answer)}`;
  return { subject, state: "note", says, ...(fix === undefined ? {} : { fix }) };
}

/** Recommends a loader. */
export function recommendLoader({ url, dialect }: ProbedUpstream, loader: Loader): Check {
  const { name } = loader;
  const why = usesReferences(loader)
    ? "it expands references itself"
    : "the gateway must show it the tools that are found";
  const command = `toolcrib serve --upstream ${url} --upstream-dialect ${dialect} --loader ${name}`;
  return { subject: "loader", state: "ok", says: `${name} fits, because ${why}: ${command}` };
}

export function isAccepted({ status }: ProbeAnswer): boolean {
  return status >= 200 && status < 300;
}

/** The status and the message of an answer. */
export function shorten({ status, text }: ProbeAnswer): string {
  const message = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  return `${status === 0 ? "" : `status ${status}, `}${message.slice(0, 200)}`;
}
