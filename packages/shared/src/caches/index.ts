export { oncePer } from "./once-per.ts";
