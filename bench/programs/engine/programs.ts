/** A small program: one call, a line of output and a value. */
export const smallPrograms = {
  javascript: `const order = await tools.get_order({ id: 7 });
console.log("total", order.total);
return order.total * 2;`,
  python: `order = await get_order({"id": 7})
print("total", order["total"])
return order["total"] * 2`,
} as const;

export const toolNames = ["get_order"];
export const results = [{ id: 1, value: { id: 7, total: 21, customer: "Ada", lines: [1, 2, 3] } }];
