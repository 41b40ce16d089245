import { engine, found, native, plain } from "./engine-proof.ts";
import type { Proof } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello } from "./scripted-upstream.ts";

const gateReason = async ({ post }: RunningGateway): Promise<unknown> => (await post(plain)).trace?.gate?.reason;
/** An upstream that counts 30,000 tokens for the tools. */
const counting = { replyTo: () => ({ ...hello, inputTokens: 30_500 }), rest: { inject: "auto" } } as const;

/** Whether tools are deferred at all. */
export const gateProofs: readonly Proof[] = [
  engine({
    setting: "toolSearch",
    shows: "whether tools are deferred, and why not",
    ...counting,
    settings: (toolSearch) => ({ toolSearch }),
    observe: gateReason,
    outcomes: [
      [false, "mode_off"],
      ["auto:5", "on"],
      ["auto:50", "below_threshold"],
    ],
  }),
  engine({
    setting: "unsupportedModels[]",
    shows: "whether tools are deferred for the model",
    rest: native,
    settings: (unsupportedModels) => ({ unsupportedModels }),
    observe: async ({ post }) => (await post(found)).trace?.gate?.reason,
    outcomes: [
      [["m"], "model_unsupported"],
      [["other"], "on"],
    ],
  }),
  engine({
    setting: "contextWindows[][0]",
    shows: "whether the tools cost enough for the model's window",
    ...counting,
    settings: (pattern) => ({ contextWindows: [[pattern, 1_000_000]] }),
    observe: gateReason,
    outcomes: [
      ["m", "below_threshold"],
      ["other", "on"],
    ],
  }),
  engine({
    setting: "contextWindows[][1]",
    shows: "whether the tools cost enough for the model's window",
    ...counting,
    settings: (tokens) => ({ contextWindows: [["m", tokens]] }),
    observe: gateReason,
    outcomes: [
      [1_000_000, "below_threshold"],
      [100_000, "on"],
    ],
  }),
  engine({
    setting: "defaultContextWindow",
    shows: "whether the tools cost enough for an unknown model's window",
    ...counting,
    settings: (defaultContextWindow) => ({ defaultContextWindow }),
    observe: gateReason,
    outcomes: [
      [1_000_000, "below_threshold"],
      [100_000, "on"],
    ],
  }),
].flat();
