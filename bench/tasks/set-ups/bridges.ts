import type { DialectName } from "../dialects/dialect.ts";
import { behindGateway } from "./gateway.ts";
import type { SetUp } from "./set-up.ts";

const titles: Readonly<Record<DialectName, string>> = {
  messages: "bridge, Messages",
  chat: "bridge, Chat Completions",
  responses: "bridge, Responses",
};

/** Injected search with the bridge, on an upstream of each dialect. */
export const bridges: readonly SetUp[] = (["messages", "chat", "responses"] as const).map((dialect) =>
  behindGateway({
    name: `bridge-${dialect}`,
    title: titles[dialect],
    dialect,
    searchTools: ["ToolSearch"],
    callTool: "call_tool",
    ...(dialect === "messages" ? {} : { playsLike: ["bridge-messages"] }),
    route: { inject: "always", loader: "bridge" },
  }),
);

/** The same on an upstream that loads tools by itself. */
export const native: SetUp = behindGateway({
  name: "native",
  title: "injected search, native",
  dialect: "messages",
  searchTools: ["ToolSearch"],
  playsLike: ["bridge-messages"],
  route: { inject: "always", loader: "native" },
});
