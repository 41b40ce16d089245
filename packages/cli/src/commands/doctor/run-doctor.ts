import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { secretsInUrl } from "@toolcrib/core/redaction";
import { configSecrets, loadConfig } from "@toolcrib/gateway";
import { isToolcribError } from "@toolcrib/shared/errors";
import { formatCountOf } from "@toolcrib/shared/text";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { chooseConfigFiles } from "../../servers/choose-config-files.ts";
import { upstreamKey } from "../../tokens/upstream-key.ts";
import type { Check } from "./check/check.ts";
import { explainMessage } from "./check/known-messages.ts";
import { checkAdvice } from "./check-advice.ts";
import { checkClaudeCode } from "./check-claude-code.ts";
import { checkGateway } from "./check-gateway.ts";
import { checkServers } from "./check-servers.ts";
import { readClaudeCodeSettings } from "./claude-code-settings.ts";
import { probeUpstream } from "./upstream/probe-upstream.ts";

/** The options of `toolcrib doctor`. */
export interface DoctorOptions {
  readonly config?: readonly string[];
  readonly wait: number;
  readonly upstream?: string;
  readonly upstreamDialect: string;
  readonly upstreamKeyEnv?: string;
  readonly gateway?: string;
  readonly gatewayKeyEnv?: string;
  readonly model: string;
  readonly message?: string;
  readonly json?: true;
}

/** Looks at the settings, the servers and the upstream, and says what is wrong and what to do. */
export async function runDoctor(options: DoctorOptions, output: Output): Promise<ExitCode> {
  const checks: Check[] = [];
  if (options.message === undefined) {
    const settings = await readClaudeCodeSettings(homedir(), process.cwd(), process.env);
    checks.push(...checkClaudeCode(settings));
    checks.push(...(await checkOwnConfig(options.config, output)));
    const servers = await checkServers(chooseConfigFiles(options.config), options.wait, output);
    checks.push(...servers.checks, ...(await checkAdvice(servers.tools, options)));
  } else {
    checks.push(checkMessage(options.message));
  }
  if (options.upstream !== undefined) {
    const { upstream: url, upstreamDialect: dialect, model } = options;
    const apiKey = upstreamKey(url, options.upstreamKeyEnv);
    output.hide([apiKey, ...secretsInUrl(url)]);
    checks.push(...(await probeUpstream({ url, dialect, model, apiKey })));
  }
  if (options.gateway !== undefined) {
    const key = options.gatewayKeyEnv === undefined ? undefined : process.env[options.gatewayKeyEnv];
    output.hide([key, ...secretsInUrl(options.gateway)]);
    checks.push(...(await checkGateway(options.gateway, key)));
  }
  const problems = checks.filter(({ state }) => state === "problem").length;
  if (options.json) {
    output.print(JSON.stringify({ problems, checks }));
  } else {
    printChecks(checks, output);
    const isUnknown = checks.every(({ state }) => state === "note") && options.message !== undefined;
    if (problems > 0) output.print(`${formatCountOf(problems, "problem")} found.`);
    else if (!isUnknown) output.print(output.style.good("No problem found."));
  }
  return problems === 0 ? exitCodes.success : exitCodes.problemsFound;
}

/** The gateway's part of `toolcrib.json`, where there is one. */
async function checkOwnConfig(files: readonly string[] | undefined, output: Output): Promise<readonly Check[]> {
  const own = files?.find((file) => file.includes("toolcrib")) ?? "toolcrib.json";
  if (!existsSync(own)) {
    return [];
  }
  try {
    output.hide(configSecrets(await loadConfig({ file: own, environment: process.env }), process.env));
    return [{ subject: "toolcrib.json", state: "ok", says: "is valid" }];
  } catch (error) {
    if (!isToolcribError(error)) {
      throw error;
    }
    return [{ subject: "toolcrib.json", state: "problem", says: error.summary, fix: error.remedy }];
  }
}

function checkMessage(message: string): Check {
  const known = explainMessage(message);
  return known === undefined
    ? { subject: "message", state: "note", says: "is unknown", fix: "Run toolcrib doctor for a full check." }
    : { subject: "message", state: "problem", says: known.means, fix: known.fix };
}

function printChecks(checks: readonly Check[], output: Output): void {
  const { style } = output;
  const marks = { ok: style.good("ok     "), note: style.dim("note   "), problem: style.bad("problem") };
  for (const { subject, state, says, fix } of checks) {
    // Most texts go on after the subject ("server files answers"); some are a sentence of their own.
    const colon = /^[A-Z\d]/.test(says) ? ":" : "";
    output.print(`${marks[state]} ${style.bold(plainText(subject))}${colon} ${plainText(says)}`);
    if (fix !== undefined) {
      output.print(`        → ${plainText(fix)}`);
    }
  }
}
