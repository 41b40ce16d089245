import type { GatewaySettings } from "../../config/gateway-config.ts";
import { call, deferred, result, text, tool, user } from "../answering/blocks.ts";
import { question } from "../answering-gateway.ts";
import { type HandlingProof, inBothPlaces, type Proof } from "./proof.ts";

type Part = Omit<HandlingProof, "handling"> & { readonly settings: (value: never) => GatewaySettings };

/** A proof about a setting of the engine, for all routes and for one. */
export const engine = ({ settings, ...part }: Part): readonly Proof[] =>
  inBothPlaces({ ...part, setting: `settings.${part.setting}`, handling: (value) => ({ settings: settings(value) }) });

export const weather = "mcp__weather__forecast";
/** A request whose tools the gateway defers. */
export const plain = { ...question, max_tokens: 1_000, tools: [tool("Bash"), tool(weather)] };
/** A client with a search of its own, which has found a tool. */
export const found = {
  ...plain,
  tools: [tool("Bash"), tool("ToolSearch"), deferred("get_weather"), deferred("get_stocks")],
  messages: [
    user("How is the weather?"),
    { role: "assistant", content: [call("toolu_1", "ToolSearch", { query: "weather" })] },
    user(result("toolu_1", [{ type: "tool_reference", tool_name: "get_weather" }])),
    { role: "assistant", content: [call("toolu_2", "ToolSearch", { query: "forecast" })] },
    user(result("toolu_2", [{ type: "tool_reference", tool_name: "get_weather" }]), text("Go on.")),
    { role: "assistant", content: [call("toolu_3", "get_weather", { city: "Rome" })] },
    user(result("toolu_3", "Sunny")),
  ],
};

export const native = { capabilities: [{ loader: "native" }] } as const;
export const always = { inject: "always" } as const;
