export { EventScanner, maxEventLines } from "./event-scanner.ts";
