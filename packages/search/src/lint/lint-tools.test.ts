import { describe, expect, it } from "vitest";
import { type LintCode, type LintReport, lintRules, lintTools, type SearchableTool } from "../index.ts";

const fine: readonly SearchableTool[] = [
  {
    name: "mcp__github__create_issue",
    description: "Open a new issue in a GitHub repository. Reports a bug or asks for a feature.",
    inputSchema: { type: "object", properties: { title: { type: "string", description: "One line" } } },
  },
  { name: "mcp__mail__send_email", description: "Send an email to one or several people, with attachments." },
  { name: "mcp__weather__get_forecast", description: "Get the weather forecast of the next days for a city." },
];

function codesOf(report: LintReport, name: string): LintCode[] {
  return report.findings.filter(({ tool }) => tool === name).map(({ code }) => code);
}

async function codesFor(tool: SearchableTool, others: readonly SearchableTool[] = fine): Promise<LintCode[]> {
  return codesOf(await lintTools([...others, tool]), tool.name);
}

describe("lintTools", () => {
  it("reports nothing for well-described tools", async () => {
    expect(await lintTools(fine)).toMatchObject({
      tools: 3,
      findings: [],
      selfRetrieval: { asked: 3, found: 3, semantic: "used" },
    });
  });

  it.each(["", null, undefined, "   "])("reports a missing description: %j", async (description) => {
    expect(await codesFor({ name: "frob", description })).toEqual(["missing_description"]);
  });

  it.each(["Create ticket.", "This tool is used to create a ticket", "create_ticket"])(
    "reports a description that repeats the name: %s",
    async (description) => {
      expect(await codesFor({ name: "create_ticket", description })).toContain("name_as_description");
    },
  );

  it.each([
    ["query_db_orders", "Execute order query"],
    ["run_report", "Runs the report."],
    ["mcp__crm__contacts", "Handle CRM contacts"],
  ])("reports a description that adds only a verb that fits every tool: %s, %s", async (name, description) => {
    expect(await codesFor({ name, description })).toContain("name_as_description");
  });

  it("accepts a verb that says more than the name", async () => {
    expect(await codesFor({ name: "db_orders", description: "Refund orders to customers." })).not.toContain(
      "name_as_description",
    );
  });

  it.each(["TODO", "No description provided.", "This tool", "Description of the tool"])(
    "reports a placeholder: %s",
    async (description) => {
      expect(await codesFor({ name: "make_report", description })).toContain("boilerplate_description");
    },
  );

  it("reports a first sentence that several tools share", async () => {
    const tools = ["list_users", "add_user", "drop_table"].map((name) => ({
      name,
      description: `Interacts with the Acme platform over its public interface. Then it does ${name}.`,
    }));

    const report = await lintTools(tools);

    expect(report.counts.boilerplate_description).toBe(3);
    expect(report.findings.find(({ code }) => code === "boilerplate_description")?.message).toContain("3 tools");
  });

  it("reports a description that says little", async () => {
    expect(await codesFor({ name: "restart_pod", description: "Reboot a machine." })).toContain("short_description");
  });

  it("reports two indistinguishable tools, on one server and across servers, and names the other", async () => {
    const report = await lintTools([
      ...fine,
      { name: "mcp__crm__get_customer", description: "Get a customer with all orders and addresses." },
      { name: "mcp__crm__fetch_customer", description: "Fetch a customer with all orders and addresses." },
      { name: "mcp__shop__get_customer", description: "Get a customer with all orders and addresses." },
    ]);

    const duplicates = report.findings.filter(({ code }) => code === "near_duplicate");
    expect(duplicates.map(({ tool }) => tool)).toEqual([
      "mcp__crm__fetch_customer",
      "mcp__crm__get_customer",
      "mcp__shop__get_customer",
    ]);
    expect(duplicates[0]?.others).toEqual(["mcp__crm__get_customer", "mcp__shop__get_customer"]);
  });

  it("distinguishes opposites, however similar", async () => {
    const report = await lintTools([
      { name: "enable_flag", description: "Enable a feature flag for all users of a project and its environments." },
      { name: "disable_flag", description: "Disable a feature flag for all users of a project and its environments." },
      { name: "seed_to_key", description: "Convert between seed and key." },
      { name: "key_to_seed", description: "Convert between key and seed." },
    ]);

    expect(report.counts.near_duplicate).toBe(0);
  });

  it("finds duplicates by words without an embedder", async () => {
    const report = await lintTools(
      [
        { name: "mcp__a__read_note", description: "Read a note of the user by its title." },
        { name: "mcp__b__read_note", description: "Read a note of the user by its title." },
      ],
      { embedder: null },
    );

    expect(report.counts.near_duplicate).toBe(2);
    expect(report.selfRetrieval.semantic).not.toBe("used");
  });

  it("reports a large schema by the limit that is set", async () => {
    const tool = {
      name: "import_contacts",
      description: "Import contacts from a spreadsheet into the address book.",
      input_schema: { type: "object", properties: { rows: { type: "array", description: "x".repeat(200) } } },
    };

    expect((await lintTools([tool])).counts.large_schema).toBe(0);
    expect((await lintTools([tool], { largeSchemaCharacters: 100 })).counts.large_schema).toBe(1);
  });

  it("reports a tool without a verb, and leaves other scripts alone", async () => {
    expect(
      await codesFor({ name: "invoices", description: "The invoices of the last quarter, as a table." }),
    ).toContain("no_verb");
    expect(await codesFor({ name: "houritsu", description: "法令の全文を返します。" })).not.toContain("no_verb");
  });

  it("reports arguments without descriptions, unless their values say enough", async () => {
    const properties = { path: { type: "string" }, mode: { enum: ["fast", "slow"] }, depth: { type: "integer" } };
    const tool = { name: "walk_tree", description: "Walk the folders below a path and list their files." };

    const report = await lintTools([{ ...tool, inputSchema: { type: "object", properties } }]);

    expect(report.findings).toMatchObject([
      { code: "undescribed_arguments", message: expect.stringContaining("2 of its 3 arguments") },
    ]);
  });

  it("reports a tool that its own words do not find, and what they find instead", async () => {
    const alike = Array.from({ length: 8 }, (_, index) => ({
      name: `mcp__crm__open_deal_${index}`,
      description: "Handle the request of the customer. Opens a deal.",
    }));

    const report = await lintTools([...fine, ...alike]);

    const lost = report.findings.filter(({ code }) => code === "not_found_by_own_words");
    expect(lost.length).toBe(report.selfRetrieval.asked - report.selfRetrieval.found);
    expect(lost.length).toBeGreaterThanOrEqual(3);
    for (const { tool, others } of lost) {
      expect(others).not.toContain(tool);
    }
  });

  it("gives the same report for any order of tools", async () => {
    const tools = [...fine, { name: "a_tool" }, { name: "zip", description: "Zip." }, { name: "b_tool" }];

    expect(await lintTools(tools.toReversed())).toEqual(await lintTools(tools));
  });

  it("puts errors first, and gives every finding the severity and the advice of its rule", async () => {
    const report = await lintTools([...fine, { name: "zap" }, { name: "do_it", description: "Do it now" }]);

    expect(report.findings[0]?.severity).toBe("error");
    for (const { code, severity, advice } of report.findings) {
      expect({ severity, advice }).toEqual({ severity: lintRules[code].severity, advice: lintRules[code].advice });
    }
  });

  it("accepts an empty catalogue, and refuses invalid tools", async () => {
    expect(await lintTools([])).toMatchObject({ tools: 0, findings: [] });
    await expect(lintTools([{ name: "" }])).rejects.toMatchObject({ code: "invalid_tool" });
    for (const bad of [null, undefined, 5, {}] as unknown as SearchableTool[]) {
      await expect(lintTools([{ name: "b" }, { name: "a" }, bad])).rejects.toMatchObject({
        code: "invalid_tool",
        details: { position: 2 },
      });
    }
  });

  it("reports its progress", async () => {
    const seen: number[] = [];

    await lintTools(fine, { onProgress: (done) => void seen.push(done) });

    expect(seen.at(-1)).toBe(3);
  });
});
