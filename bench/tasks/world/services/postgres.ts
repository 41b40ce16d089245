import { defineService, ServiceError } from "../service.ts";

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

/** Answers `SELECT … FROM table` with all rows, and the lists of tables and columns. Other statements are errors. */
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
    const table = /\bfrom\s+(?:public\.)?"?(\w+)"?/i.exec(sql)?.[1]?.toLowerCase() ?? "";
    const rows = state.tables[table];
    if (!/^select\b/i.test(sql)) throw new ServiceError(`syntax error at or near "${sql.split(/\s+/)[0]}"`);
    if (!rows) throw new ServiceError(`relation "${table}" does not exist`);
    return rows;
  },
});
