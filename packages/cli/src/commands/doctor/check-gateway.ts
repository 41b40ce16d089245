import type { AdminApiHealth, AdminApiUpstream, RefusalReport } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { formatCountOf } from "../../output/numbers.ts";
import type { Check } from "./check/check.ts";

const maxWaitMilliseconds = 5_000;

/** What a running gateway says of its upstreams: how calls went, and what it leaves out because it was refused. */
export async function checkGateway(url: string, key: string | undefined): Promise<readonly Check[]> {
  const subject = "gateway";
  let health: AdminApiHealth;
  try {
    const headers: Record<string, string> = key === undefined ? {} : { "toolcrib-key": key };
    const signal = AbortSignal.timeout(maxWaitMilliseconds);
    const response = await fetch(`${url}/admin/health`, { headers, signal });
    if (!response.ok) {
      const fix = "Give a key with admin rights in the environment variable that --gateway-key-env names.";
      return [{ subject, state: "problem", says: `${url} answers with status ${response.status}`, fix }];
    }
    health = (await response.json()) as AdminApiHealth;
  } catch (error) {
    const reason = errorMessage(error);
    return [
      { subject, state: "problem", says: `${url} does not answer: ${reason}`, fix: "Start it, or correct --gateway." },
    ];
  }
  return [
    { subject, state: "ok", says: `${url} runs since ${health.startedAt}` },
    ...health.upstreams.map(checkUpstream),
  ];
}

function checkUpstream({ name, calls = 0, failures = 0, refused }: AdminApiUpstream): Check {
  const subject = `gateway upstream ${name}`;
  const counts = `${formatCountOf(calls, "call")}, ${failures} failed`;
  if (refused.length === 0) return { subject, state: "ok", says: counts };
  const fields = [...new Set(refused.filter(({ kind }) => kind === "field").map((refusal) => refusal.name))];
  return {
    subject,
    state: "note",
    says: `${counts}. It refused ${refused.map(describe).join("; ")}. Requests go there without it`,
    ...(fields.length > 0 && {
      fix: `To leave the fields out from the start: "dropFields": ${JSON.stringify(fields)} on this upstream in toolcrib.json.`,
    }),
  };
}

function describe({ kind, name, model, secondsLeft }: RefusalReport): string {
  const what = kind === "feature" ? name : `the ${kind} ${name}`;
  return `${what} for ${model} (${Math.ceil(secondsLeft / 60)} min left)`;
}
