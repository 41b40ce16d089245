export { assert, assertSame, type Check, titlesOfFailedChecks } from "./check.ts";
