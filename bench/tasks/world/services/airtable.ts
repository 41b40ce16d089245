import { defineService, find, remove, ServiceError } from "./service.ts";

const inventory = "appHaldenInv0001";
const events = "appHaldenEvt0002";

const record = (id: string, table: string, fields: Record<string, unknown>) => ({ id, table, fields });

const seed = () => ({
  bases: [
    { id: inventory, name: "Rental inventory", permissionLevel: "create" },
    { id: events, name: "Events", permissionLevel: "create" },
  ],
  tables: [
    { id: "tblTents00000001", base: inventory, name: "Tents", fields: ["Name", "Condition", "Location", "Serial"] },
    { id: "tblKayaks0000002", base: inventory, name: "Kayaks", fields: ["Name", "Condition", "Location"] },
    { id: "tblGuests0000003", base: events, name: "Guests", fields: ["Name", "Email", "Status", "Diet"] },
  ],
  records: [
    record("recTent00000001", "tblTents00000001", {
      Name: "Fjell 2",
      Serial: "F2-118",
      Condition: "Good",
      Location: "Oslo",
    }),
    record("recTent00000002", "tblTents00000001", {
      Name: "Fjell 2",
      Serial: "F2-121",
      Condition: "Good",
      Location: "Oslo",
    }),
    record("recTent00000003", "tblTents00000001", {
      Name: "Dome 4",
      Serial: "D4-007",
      Condition: "Good",
      Location: "Porto",
    }),
    record("recKayak0000001", "tblKayaks0000002", { Name: "Sound 14", Condition: "Needs repair", Location: "Oslo" }),
    record("recKayak0000002", "tblKayaks0000002", { Name: "Sound 16", Condition: "Good", Location: "Oslo" }),
    record("recGuest0000001", "tblGuests0000003", {
      Name: "Amira Nasser",
      Email: "amira@nasser.example",
      Status: "Invited",
      Diet: "vegan",
    }),
    record("recGuest0000002", "tblGuests0000003", {
      Name: "Bo Larsen",
      Email: "bo@larsen.example",
      Status: "Invited",
      Diet: "",
    }),
    record("recGuest0000003", "tblGuests0000003", {
      Name: "Chloé Martin",
      Email: "chloe@martin.example",
      Status: "Invited",
      Diet: "",
    }),
    record("recGuest0000004", "tblGuests0000003", {
      Name: "Dev Patel",
      Email: "dev@patel.example",
      Status: "Declined",
      Diet: "vegetarian",
    }),
  ],
  comments: [] as { id: string; record: string; text: string }[],
});

type State = ReturnType<typeof seed>;
type OnTable = { baseId: string; tableId: string };

const notFound = '{"error":{"type":"MODEL_ID_NOT_FOUND","message":"Could not find what you are looking for"}}';

function tableOf(state: State, args: OnTable) {
  const isIt = ({ id, name, base }: State["tables"][number]): boolean =>
    base === args.baseId && (id === args.tableId || name === args.tableId);
  return find(state.tables, isIt, notFound);
}

const show = ({ id, fields }: State["records"][number]) => ({ id, fields });

const showTable = ({ id, name, fields }: State["tables"][number]) => ({
  id,
  name,
  fields: fields.map((field) => ({ name: field, type: "singleLineText" })),
});

/** Formulas of the form {Field}="value", joined by AND(…); others are an error as an invalid formula is. */
function matchesFormula(fields: Readonly<Record<string, unknown>>, formula: string): boolean {
  const conditions = [...formula.matchAll(/\{([^}]+)\}\s*(!?=)\s*(?:"([^"]*)"|'([^']*)')/g)];
  if (conditions.length === 0) throw new ServiceError('{"error":{"type":"INVALID_FILTER_BY_FORMULA"}}');
  const holds = conditions.map(
    ([, field = "", operator, double, single]) => (fields[field] === (double ?? single)) === (operator === "="),
  );
  return /^\s*OR\(/i.test(formula) ? holds.some(Boolean) : holds.every(Boolean);
}

function checkFields(table: State["tables"][number], fields: Readonly<Record<string, unknown>>): void {
  const unknown = Object.keys(fields).find((field) => !table.fields.includes(field));
  if (unknown !== undefined)
    throw new ServiceError(`{"error":{"type":"UNKNOWN_FIELD_NAME","message":"Unknown field name: \\"${unknown}\\""}}`);
}

export const airtable = defineService("airtable", seed, {
  list_bases: (state) => ({ bases: state.bases }),
  list_tables: (state, args: { baseId: string }) => {
    find(state.bases, ({ id }) => id === args.baseId, notFound);
    return { tables: state.tables.filter(({ base }) => base === args.baseId).map(showTable) };
  },
  describe_table: (state, args: OnTable) => showTable(tableOf(state, args)),
  list_records: (state, args: OnTable & { filterByFormula?: string; maxRecords?: number }) => {
    const { id } = tableOf(state, args);
    const records = state.records
      .filter(({ table }) => table === id)
      .filter(({ fields }) => args.filterByFormula === undefined || matchesFormula(fields, args.filterByFormula));
    return { records: records.slice(0, args.maxRecords).map(show) };
  },
  search_records: (state, args: OnTable & { searchTerm: string }) => {
    const { id } = tableOf(state, args);
    const term = args.searchTerm.toLowerCase();
    return {
      records: state.records
        .filter(({ table, fields }) => table === id && JSON.stringify(fields).toLowerCase().includes(term))
        .map(show),
    };
  },
  get_record: (state, args: OnTable & { recordId: string }) => {
    const { id } = tableOf(state, args);
    return show(find(state.records, (item) => item.table === id && item.id === args.recordId, notFound));
  },
  create_record: (state, args: OnTable & { fields: Record<string, unknown> }) => {
    const table = tableOf(state, args);
    checkFields(table, args.fields);
    const created = record(`recNew${String(state.records.length + 1).padStart(9, "0")}`, table.id, args.fields);
    state.records.push(created);
    return show(created);
  },
  update_records: (state, args: OnTable & { records: { id: string; fields: Record<string, unknown> }[] }) => {
    const table = tableOf(state, args);
    const targets = args.records.map(({ id, fields }) => {
      checkFields(table, fields);
      return { fields, target: find(state.records, (item) => item.table === table.id && item.id === id, notFound) };
    });
    for (const { target, fields } of targets) Object.assign(target.fields, fields);
    return { records: targets.map(({ target }) => show(target)) };
  },
  delete_records: (state, args: OnTable & { recordIds: string[] }) => {
    const { id: table } = tableOf(state, args);
    return {
      records: args.recordIds.map((id) => ({
        id: remove(state.records, (item) => item.table === table && item.id === id, notFound).id,
        deleted: true,
      })),
    };
  },
  create_comment: (state, args: OnTable & { recordId: string; text: string }) => {
    const comment = {
      id: `com${state.comments.length + 1}`,
      record: find(state.records, ({ id }) => id === args.recordId, notFound).id,
      text: args.text,
    };
    state.comments.push(comment);
    return comment;
  },
  list_comments: (state, args: { recordId: string }) => ({
    comments: state.comments.filter((comment) => comment.record === args.recordId),
  }),
});
