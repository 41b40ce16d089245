const maxFound = 3;

/** The arguments of a search that a client runs itself. */
export const searchParameters = {
  type: "object",
  properties: { query: { type: "string" } },
  required: ["query"],
  additionalProperties: false,
};

/** A plain search for clients that search themselves: it counts the words of the query in names and descriptions. */
export function searchTools(query, tools) {
  const words = query.toLowerCase().split(/\W+/);
  const scoreOf = ({ name, description = "" }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.filter((word) => word.length > 2 && text.includes(word)).length;
  };
  return tools.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, maxFound);
}
