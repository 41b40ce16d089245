import { readTools } from "./common/datasets.ts";
import { liveBytes } from "./garbage.ts";
import type { Memory, MemoryInput } from "./memory.ts";
import { readChildInput, sendReport } from "./run-child.ts";
import { loadEngine } from "./systems/engine-list.ts";

const { engine: engineName, dataFolder, setName } = readChildInput<MemoryInput>();
const tools = readTools(dataFolder, setName);
const engine = await loadEngine(engineName);
// What an engine loads once, however large the catalogue, is loaded before the first measurement.
const warmUp = await engine.build(tools.slice(0, 1));
await warmUp.search("warm up", 1, engine.rankers[0] ?? "");

const before = liveBytes();
const index = await engine.build(tools);
await index.search("list all files", 10, engine.rankers[0] ?? "");
const after = liveBytes();

// Reading both once more keeps them alive up to here.
const held = tools.length + (await index.search("list all files", 1, engine.rankers[0] ?? "")).length;
sendReport({ bytesPerTool: (after - before) / tools.length, held } satisfies Memory & { held: number });
