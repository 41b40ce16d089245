export { nextTurn } from "./next-turn.ts";
export { type StartTimer, startBackgroundTimer, startTimer, type Timer } from "./start-timer.ts";
