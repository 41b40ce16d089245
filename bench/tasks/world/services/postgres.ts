import { defineService, ServiceError } from "./service.ts";

type Row = Readonly<Record<string, string | number>>;

const seed = () => ({
  tables: {
    stores: [
      { id: 1, city: "Oslo", square_metres: 420 },
      { id: 2, city: "Porto", square_metres: 180 },
      { id: 3, city: "Berlin", square_metres: 310 },
    ] as Row[],
    suppliers: [
      { id: 1, name: "Wolle & Söhne", lead_time_days: 21 },
      { id: 2, name: "Tentworks", lead_time_days: 45 },
    ] as Row[],
  } as Record<string, Row[]>,
});

/** Whether a row meets the comparisons of a WHERE clause with AND; a comparison that is not understood is an error. */
function matchesWhere(row: Row, where: string): boolean {
  return where.split(/\s+and\s+/i).every((condition) => {
    const parsed = /^(?:lower\()?"?(\w+)"?\)?\s*(=|i?like)\s*(?:lower\()?'?([^')]*)'?\)?$/i.exec(condition.trim());
    const [, column = "", , value = ""] = parsed ?? [];
    if (!(column in row)) throw new ServiceError(`syntax error at or near "${condition.trim()}"`);
    return String(row[column]).toLowerCase() === value.replaceAll("%", "").toLowerCase();
  });
}

/** The columns that are asked for; expressions are an error. */
function project(row: Row, columns: string): Row {
  if (columns.trim() === "*") return row;
  const names = columns.split(",").map((name) => name.trim().replaceAll('"', ""));
  const unknown = names.find((name) => !(name in row));
  if (unknown !== undefined) throw new ServiceError(`column "${unknown}" does not exist`);
  return Object.fromEntries(names.map((name) => [name, row[name] ?? ""]));
}

/** Answers plain `SELECT columns FROM table WHERE column = value`, and the lists of tables and columns. */
export const postgres = defineService("postgres", seed, {
  query: (state, args: { sql?: string }) => {
    const sql = (args.sql ?? "").trim();
    if (/^(insert|update|delete|drop|alter|create|truncate)\b/i.test(sql)) {
      const statement = sql.split(/\s+/)[0]?.toUpperCase();
      throw new ServiceError(`cannot execute ${statement} in a read-only transaction`);
    }
    if (/information_schema|pg_catalog|pg_tables/i.test(sql)) {
      return Object.entries(state.tables).flatMap(([table_name, rows]) =>
        Object.keys(rows[0] ?? {}).map((column_name) => ({ table_schema: "public", table_name, column_name })),
      );
    }
    const parsed =
      /^select\s+(.+?)\s+from\s+(?:public\.)?"?(\w+)"?(?:\s+where\s+(.+?))?(?:\s+(?:order by|limit)\s.*)?;?$/is.exec(
        sql,
      );
    if (!parsed) throw new ServiceError(`syntax error at or near "${sql.split(/\s+/)[0]}"`);
    const [, columns = "*", table = "", where] = parsed;
    const rows = state.tables[table.toLowerCase()];
    if (!rows) throw new ServiceError(`relation "${table}" does not exist`);
    return rows.filter((row) => !where || matchesWhere(row, where)).map((row) => project(row, columns));
  },
});
