import type { ToolNames } from "../../shared/tools/tool-names.ts";
import type { UniqueCallIds } from "../../shared/tools/unique-call-ids.ts";

/** What converting one call's response needs to know. */
export interface AnswerContext {
  readonly upstreamName: string;
  /** The model name from the request. */
  readonly model: string;
  readonly names: ToolNames;
  readonly callIds: UniqueCallIds;
  readonly generateId: () => string;
}
