import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { CommandError } from './command.ts';

/**
 * How a command line is read: `read` gives its words and options, `wrong` the error to throw for one that is not
 * understood. What either throws says what is wrong, and how the command is called.
 */
export function commandLine<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  const wrong = (message: string) => new CommandError(`${message}\n\n${usage}`, 2);
  const read = (args: string[]) => {
    // Node replaces invalid UTF-8, so two different names could become the same.
    if (args.some((arg) => arg.includes('\uFFFD'))) throw wrong('An argument is not valid UTF-8.');
    try {
      return parseArgs({ args, allowPositionals: true, options });
    } catch (error) {
      throw wrong(error instanceof Error ? error.message : String(error));
    }
  };
  return { read, wrong };
}
