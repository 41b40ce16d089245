/** What the tool of all systems returns. */
export const order = { id: 7, total: 21, customer: "Ada", lines: [1, 2, 3] };

/** The program of all systems: one call of a tool, and a value. */
export const code = `const order = await tools.get_order({ id: 7 });
console.log("total", order.total);
return order.total * 2;`;
