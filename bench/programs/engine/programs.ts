/** A small program: one call, a line of output and a value. */
export const smallPrograms = {
  javascript: `const order = await tools.get_order({ id: 7 });
console.log("total", order.total);
return order.total * 2;`,
  python: `order = await get_order({"id": 7})
print("total", order["total"])
return order["total"] * 2`,
} as const;

/** Two programs, the second of which continues with what the first left. */
export const twoPrograms = {
  javascript: [
    `const rows = [1, 2, 3]; const sum = () => rows.reduce((a, b) => a + b);`,
    `rows.push(36); return sum();`,
  ],
  python: [`rows = [1, 2, 3]`, `rows.append(36)\nreturn sum(rows)`],
} as const;

export const toolNames = ["get_order"];
export const results = [{ id: 1, value: { id: 7, total: 21, customer: "Ada", lines: [1, 2, 3] } }];
