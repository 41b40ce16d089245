import type { ToolResultBlock, ToolUseBlock } from "@toolcrib/core";
import type { CallWrapper } from "@toolcrib/core/loaders";
import type { GatewayTool } from "../contracts/gateway-tool.ts";

/** Why a call is held until its arguments are known: to check all of it, or the rules about its arguments alone. */
export type HeldFor = "check" | "guard";

/** Who answers a call of the model. A held call goes to the client if no check refuses it. */
export type CallOwner =
  | { readonly owner: "client" | HeldFor }
  | { readonly owner: "gateway"; readonly tool: GatewayTool };

/** A refused call, and the result that the model gets instead (E12). */
export interface RefusedCall {
  readonly call: ToolUseBlock;
  readonly result: ToolResultBlock;
  /** Whether it must not reach the client: a call of a tool that a rule hides, or a call without a name. */
  readonly isForbidden: boolean;
}

/** How to interpret the calls of a round. */
export interface CallRules {
  /** The tool that wraps calls of found tools, if the loader has one. */
  readonly wrapper: CallWrapper | undefined;
  /** The tool's own name, which rules apply to. */
  nameOf(called: string): string;
  ownerOf(name: string, isWrapped: boolean): CallOwner;
  /** The refusal of a call that was held, or undefined if it may run. */
  refusalOf(call: ToolUseBlock, heldFor: HeldFor): RefusedCall | undefined;
}
