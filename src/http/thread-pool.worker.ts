import { parentPort } from 'node:worker_threads';

export type ThreadRequest = { file: string; name: string; input: unknown };

export type ThreadReply = { output: unknown } | { error: unknown };

parentPort?.on('message', (request: ThreadRequest) => {
  void answer(request);
});

async function answer({ file, name, input }: ThreadRequest): Promise<void> {
  try {
    const module = (await import(file)) as Record<string, (input: unknown) => unknown>;
    const work = module[name];
    if (work === undefined) throw new Error(`${file} doesn’t export ${name}.`);
    reply({ output: await work(input) });
  } catch (error) {
    reply({ error });
  }
}

function reply(message: ThreadReply): void {
  parentPort?.postMessage(message, []);
}
