export { type StartTimer, startBackgroundTimer, startTimer, type Timer } from "./start-timer.ts";
