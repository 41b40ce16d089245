import { requirements as core } from "../../packages/core/requirements/requirements.ts";
import { requirements as gateway } from "../../packages/gateway/requirements/requirements.ts";
import { requirements as mcp } from "../../packages/mcp/requirements/requirements.ts";
import { failureCases } from "./failure-cases.ts";
import type { Requirements } from "./requirement.ts";

export interface Manifest {
  readonly title: string;
  readonly about: string;
  readonly requirements: Requirements;
}

/** Every manifest. An id is defined in one of them, and tests of any package may cite it. */
export const manifests: readonly Manifest[] = [
  {
    title: "Failure cases",
    about: "What users of tool search run into, and what happens here instead. They concern several packages.",
    requirements: failureCases,
  },
  { title: "Engine", about: "What `@toolcrib/core` does, step by step, and the laws.", requirements: core },
  {
    title: "Gateway",
    about: "What clients and upstreams of `@toolcrib/gateway` meet on the wire.",
    requirements: gateway,
  },
  { title: "MCP", about: "What clients and servers of `@toolcrib/mcp` meet on the wire.", requirements: mcp },
];
