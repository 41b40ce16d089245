import type { AddCommand } from "../program/command-context.ts";
import { addApproveCommand } from "./approve/approve-command.ts";
import { addDemoCommand } from "./demo/demo-command.ts";
import { addDoctorCommand } from "./doctor/doctor-command.ts";
import { addEvalCommand } from "./eval/eval-command.ts";
import { addInitCommand } from "./init/init-command.ts";
import { addInspectCommand } from "./inspect/inspect-command.ts";
import { addKeyCommand } from "./key/key-command.ts";
import { addLoginCommand } from "./login/login-command.ts";
import { addMcpCommand } from "./mcp/mcp-command.ts";
import { addSearchCommand } from "./search/search-command.ts";
import { addServeCommand } from "./serve/serve-command.ts";

/**
 * Every command, in the order of the help. A new one is a folder of its own and a line here. What only one command needs is imported when it
 * runs, so that the others start fast.
 */
export const allCommands: readonly AddCommand[] = [
  addDemoCommand,
  addServeCommand,
  addMcpCommand,
  addInitCommand,
  addDoctorCommand,
  addInspectCommand,
  addSearchCommand,
  addEvalCommand,
  addLoginCommand,
  addApproveCommand,
  addKeyCommand,
];
