import type { ListedTool, ToolsetServers } from "../../contracts/toolset.ts";
import { orderSchema } from "./order-programs.ts";

/** The tools of a calendar: one reads, two change something. */
export const calendarTools: readonly ListedTool[] = [
  {
    name: "read_event",
    description: "Reads an event.",
    inputSchema: orderSchema,
    outputSchema: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
    annotations: { readOnlyHint: true },
  },
  { name: "move_event", description: "Moves an event to another day.", inputSchema: orderSchema },
  { name: "delete_event", description: "Deletes an event.", inputSchema: orderSchema },
];

/** A calendar that writes down which calls begin and end. */
export function calendar(listing: readonly ListedTool[] = calendarTools) {
  const log: string[] = [];
  const servers: ToolsetServers = {
    specificationVersion: "v1",
    open: async () => ({
      listTools: async () => listing,
      callTool: async (name, input, signal) => {
        const { id } = input as { readonly id: number };
        log.push(`${name} ${id}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        signal.throwIfAborted();
        log.push(`${name} ${id} done`);
        if (id === 0) return { content: [{ type: "text", text: "There is no such event." }], isError: true };
        return {
          content: [{ type: "text", text: `event ${id}` }],
          structuredContent: { day: `day ${id}` },
          isError: false,
        };
      },
    }),
    close: async () => {},
  };
  return { log, servers };
}
