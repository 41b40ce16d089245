import { it } from "vitest";
import { bridges, native } from "../set-ups/bridges.ts";
import { setUps } from "../set-ups/set-ups.ts";
import { expectAsRecorded } from "./expect-as-recorded.ts";

// In two files, which run at the same time.
const others = setUps.filter((setUp) => setUp.isReference !== true && ![...bridges, native].includes(setUp));

it("costs elsewhere what it cost before", () => expectAsRecorded(others), 300_000);
