import { it } from "vitest";
import { bridges, native } from "../set-ups/bridges.ts";
import { expectAsRecorded } from "./expect-as-recorded.ts";

it("costs on the bridges what it cost before", () => expectAsRecorded([...bridges, native]), 300_000);
