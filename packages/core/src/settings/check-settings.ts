import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { CoreError } from "../errors/core-error.ts";
import type { Settings } from "./settings.ts";

/** What a setting must be if present, and how errors describe it. */
type Shape = readonly [expected: string, isFine: (value: unknown) => boolean];

const text: Shape = ["a text that is not empty", (value) => typeof value === "string" && value !== ""];
const flag: Shape = ["true or false", (value) => typeof value === "boolean"];
const texts: Shape = ["an array of texts", isTextList];
const families: Shape = [
  "an array of model families",
  (value) => Array.isArray(value) && value.every((family) => isRecord(family) && isTextList(family["models"])),
];
const windows: Shape = ["an array of pairs of a pattern and a number", (value) => isListOf(value, isWindow)];
const variables: Shape = [
  "an object of texts",
  (value) =>
    isRecord(value) && Object.values(value).every((variable) => variable === undefined || typeof variable === "string"),
];
const betas: Shape = [
  "an object of arrays of texts",
  (value) => isRecord(value) && Object.values(value).every((names) => names === undefined || isTextList(names)),
];

/** The settings with nested values that are read later. */
const shapes: readonly (readonly [keyof Settings, Shape])[] = [
  ["environment", variables],
  ["unsupportedModels", texts],
  ["modelFamilies", families],
  ["contextWindows", windows],
  ["firstPartyHosts", texts],
  ["searchToolName", text],
  ["communicationTools", texts],
  ["runUnloadedCalls", flag],
  ["betas", betas],
];

/** Throws for invalid settings: they come from hand-written files. */
export function checkSettings(settings: Settings): void {
  if (!isRecord(settings)) fail("settings", "an object", settings);
  for (const [setting, [expected, isFine]] of shapes) {
    const value = settings[setting];
    // Lists of other kinds have their own errors.
    const isOther = value === undefined || (expected.startsWith("an array") && !Array.isArray(value));
    if (!isOther && !isFine(value)) fail(setting, expected, value);
  }
}

function isTextList(value: unknown): boolean {
  return isListOf(value, (item) => typeof item === "string");
}

function isWindow(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function fail(setting: string, expected: string, received: unknown): never {
  throw new CoreError("invalid_setting", { setting, expected, received: describeValue(received) });
}
