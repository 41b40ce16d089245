import type { UpstreamConfig } from "../../config/gateway-config.ts";
import { question } from "../answering-gateway.ts";
import type { Proof } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";

type Part = Pick<Proof, "setting" | "shows" | "outcomes" | "alike" | "replyTo" | "options" | "observe"> & {
  readonly upstream: (value: never, url: string) => Partial<UpstreamConfig>;
};

/** A proof about an upstream of one dialect. */
export function aboutUpstream(dialect: UpstreamConfig["dialect"], { upstream, ...part }: Part): Proof {
  return {
    ...part,
    setting: `upstreams{}.${part.setting}`,
    shows: `${part.shows} (${dialect})`,
    config: (value, stage) => ({
      retries: { attempts: 0 },
      upstreams: {
        test: { dialect, url: `${stage.upstream.url}/v1`, ...upstream(value, stage.upstream.url) },
      },
    }),
  };
}

export const sentPath = async ({ post }: RunningGateway): Promise<unknown> => (await post(question)).sent[0]?.path;
export const sentHeader =
  (name: string) =>
  async ({ post }: RunningGateway): Promise<unknown> =>
    (await post(question)).sent[0]?.headers[name];
