import { readFile } from 'node:fs/promises';
import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  InvalidArgumentError,
} from '@commander-js/extra-typings';

/** The command was called correctly but can't do what it was asked to. The message tells the caller why. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The command that `npm run <script> -- …` starts. Options and subcommands are added to it. */
export function commandLine(script: string, description: string): Command {
  return new Command(`npm run ${script} --`)
    .description(description)
    .helpOption('-h, --help', 'Show this help')
    .configureOutput({ outputError: (text, write) => write(asSentence(text)) })
    .exitOverride();
}

/** Ends a command that was called wrongly, with a sentence that says what to change. */
export function failUsage(command: CommandUnknownOpts, message: string): never {
  return command.error(message);
}

/**
 * Runs the command with the arguments of the process. The exit code is 0 when it was done, 1 when it couldn't be done,
 * 2 when it was called wrongly, and any other that an action sets.
 */
export async function runCommandLine(program: CommandUnknownOpts): Promise<void> {
  program.showHelpAfterError(helpHint(program.name()));
  for (const command of program.commands) {
    command.showHelpAfterError(helpHint(`${program.name()} ${command.name()}`));
  }
  const args = process.argv.slice(2);
  try {
    // Node replaces invalid UTF-8, so two different names could become the same.
    if (args.some((arg) => arg.includes('\uFFFD'))) failUsage(program, 'An argument is not valid UTF-8.');
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // The library prints what is wrong with an option, but not what an action throws.
      if (error instanceof InvalidArgumentError) process.stderr.write(`${error.message}\n`);
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    const text = error instanceof CommandError ? error.message : wholeError(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}

/** Reads a UTF-8 file that an argument names. Throws a CommandError for any other. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${file} isn’t UTF-8 text.`);
    throw new CommandError(`${file} can’t be read: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

const helpHint = (invocation: string) => `Run “${invocation} --help” to see how to use it.`;

/** `error: unknown command 'lst'\n(Did you mean list?)\n` as `Unknown command 'lst'. Did you mean list?` */
function asSentence(text: string): string {
  const [message = '', ...suggestions] = text
    .replace(/^error: /, '')
    .trimEnd()
    .split('\n');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`;
  return `${[sentence, ...suggestions.map((line) => line.replace(/^\((.*)\)$/, '$1'))].join(' ')}\n`;
}

function wholeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
