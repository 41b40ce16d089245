import type { AddCommand } from "../program/command-context.ts";
import { addDemoCommand } from "./demo/demo-command.ts";
import { addEvalCommand } from "./eval/eval-command.ts";
import { addSearchCommand } from "./search/search-command.ts";

/** Every command, in the order of the help. A new one is a folder of its own and a line here. */
export const allCommands: readonly AddCommand[] = [addDemoCommand, addSearchCommand, addEvalCommand];
