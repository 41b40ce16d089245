import type { Tool } from "@toolcrib/core";

const verbs = ["list", "get", "create", "update", "archive", "export"];
const things = [
  "invoice",
  "contract",
  "customer",
  "supplier",
  "shipment",
  "payroll",
  "holiday",
  "meeting",
  "room",
  "vehicle",
  "campaign",
  "survey",
  "ticket",
  "budget",
  "asset",
  "policy",
  "candidate",
  "training",
  "warehouse",
];

/** Tools of a fourth server, which stands for all that a company has: they make the catalogue as large as real ones are. */
export function officeTools(count: number): Tool[] {
  return things.flatMap((thing) => verbs.map((verb) => officeTool(verb, thing))).slice(0, count);
}

function officeTool(verb: string, thing: string): Tool {
  return {
    name: `mcp__office__${verb}_${thing}`,
    description: `Lets the office staff ${verb} a ${thing} in the company's records, with its history, its owner and its attachments.`,
    input_schema: {
      type: "object",
      properties: {
        [`${thing}_id`]: { type: "string", description: `The number of the ${thing}, as printed on its first page.` },
        fields: {
          type: "object",
          description: `What to ${verb}, field by field; fields that are left out stay as they are.`,
        },
        notify: { type: "boolean", description: "Whether the owner gets a message about it." },
      },
      required: [`${thing}_id`],
    },
  };
}
