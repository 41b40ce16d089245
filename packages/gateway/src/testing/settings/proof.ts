import type { GatewayConfig, ToolHandling } from "../../config/gateway-config.ts";
import type { GatewayOptions } from "../../server/gateway.ts";
import type { ManualTimers } from "./manual-timers.ts";
import type { RunningGateway } from "./run-gateway.ts";
import type { ReplyTo, ScriptedUpstream } from "./scripted-upstream.ts";

/** What the gateways of one proof share, so that their configs differ in the setting alone. */
export interface Stage {
  readonly upstream: ScriptedUpstream;
  /** A temporary folder. */
  readonly folder: string;
  /** Further servers are closed after the proof. */
  readonly closeLater: (close: () => unknown) => void;
}

/** Shows that a setting has an effect: the same observation of gateways that differ in its value alone. */
export interface Proof {
  /** Its path, as `listSettings` writes it. */
  readonly setting: string;
  /** What is observed, in words. */
  readonly shows: string;
  /** Values, and what is observed with each. An outcome that is an error is what creating the gateway rejects with. */
  readonly outcomes: readonly (readonly [value: unknown, outcome: unknown])[];
  /** Why some values have the same outcome, where they do. */
  readonly alike?: string;
  readonly config: (value: never, stage: Stage) => GatewayConfig;
  readonly observe: (run: RunningGateway) => Promise<unknown>;
  readonly replyTo?: ReplyTo;
  readonly options?: GatewayOptions;
  readonly timers?: () => ManualTimers;
}

/** A config for the proof's upstream, with what a proof needs besides. */
export function withUpstream({ upstream }: Stage, config: GatewayConfig = {}): GatewayConfig {
  return {
    upstreams: { test: { dialect: "anthropic", url: upstream.url } },
    retries: { attempts: 0 },
    ...config,
  };
}

/** A proof about how tools are handled; `rest` is what the config holds besides. */
export interface HandlingProof extends Omit<Proof, "config"> {
  readonly handling: (value: never) => ToolHandling;
  readonly rest?: GatewayConfig;
}

/** The same proof for all routes, and for one route. */
export function inBothPlaces({ handling, rest = {}, ...proof }: HandlingProof): readonly Proof[] {
  return [
    { ...proof, config: (value, stage) => ({ ...withUpstream(stage, rest), ...handling(value) }) },
    {
      ...proof,
      setting: `routes[].${proof.setting}`,
      config: (value, stage) => withUpstream(stage, { ...rest, routes: [{ model: "*", ...handling(value) }] }),
    },
  ];
}
