import { readFileSync } from "node:fs";
import { ToolIndex } from "./src/index.ts";
import { attacksOn } from "./test/attacks/attacks.ts";
const read = (f: string) => readFileSync(`/work/trees/attacks/bench/search/sets/everyday-errands/${f}.jsonl`, "utf8").trim().split("\n").map((l) => JSON.parse(l));
const tools = read("tools"); const queries = read("queries").filter((q: any) => q.gold.length);
const index = new ToolIndex(); index.add(tools); await index.ready();
const served: any[] = [];
for (const q of queries) { const a = await index.search(q.query); const f = [...a.hits, ...a.candidates][0]?.name; const acc = q.gold_any?.flat() ?? q.gold; if (f && acc.includes(f)) served.push({ query: q.query, tool: tools.find((t: any) => t.name === f) }); }
const step = served.length / 10; const ten = Array.from({ length: 10 }, (_, p) => served[Math.floor(p * step)]);
const atk = attacksOn({ tools, queries: queries.map((q: any) => q.query), popular: ten[0].tool, served: ten }).find((a) => a.name === "ten copies under names of other tools")!;
console.log(atk.tools.map((t) => [t.name, t.description?.slice(0, 90)]));
index.add(atk.tools); await index.ready();
(globalThis as any).DBG = true;
const a = await index.search("which calendar week are we in");
console.log(a.hits.map((h) => [h.name, (h as any).sameAs]), a.candidates.slice(0, 5));
