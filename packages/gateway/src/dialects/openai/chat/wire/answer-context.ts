import type { ToolNames } from "../../../shared/tools/tool-names.ts";
import type { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";

/** What reading one answer needs to know. */
export interface AnswerContext {
  readonly upstreamName: string;
  /** The model as the request named it; if undefined, as the answer names it. */
  readonly model: string | undefined;
  readonly names: ToolNames;
  readonly callIds: UniqueCallIds;
  readonly generateId: () => string;
  /** Whether the client speaks this dialect too, and so gets what the inner form cannot hold. */
  readonly isOwn?: boolean | undefined;
}
