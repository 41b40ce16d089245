import { controlChecks } from "./checks/control.ts";
import { conversationChecks } from "./checks/conversations.ts";
import { failureChecks } from "./checks/failures.ts";
import { findingChecks } from "./checks/finding.ts";
import type { AdapterCheck, AdapterHarness } from "./harness.ts";

export type { Agent, AgentRun, AgentSetup } from "./harness.ts";

/** All checks, whether or not the framework has what they need. */
export function allChecks(harness: AdapterHarness): readonly AdapterCheck[] {
  return [findingChecks, conversationChecks, failureChecks, controlChecks].flatMap((checks) => checks(harness));
}

/** The checks that an adapter passes, on every model that its framework has. */
export function adapterSuite(harness: AdapterHarness): readonly AdapterCheck[] {
  return allChecks(harness).filter(({ needs }) => needs === undefined || harness.without?.[needs] === undefined);
}
