// The command line's beginning: hands the arguments to the commands and the exit code to the system.

import { execute } from './commands.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await execute(process.argv.slice(2), processTerminal());
