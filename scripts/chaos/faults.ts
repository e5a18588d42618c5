import { openConnections, SlowReaders } from './crowd.ts';
import type { Installation } from './installation.ts';

export type Fault = {
  name: string;
  /** How long it lasts. */
  seconds: number;
  /** Begins it, and gives what ends it. */
  begin: (installation: Installation) => Promise<() => Promise<void> | void>;
};

/** What goes wrong, one after the other. */
export const faults: readonly Fault[] = [
  { name: 'nothing', seconds: 15, begin: async () => () => {} },
  {
    name: '200 slow readers',
    seconds: 20,
    begin: async ({ ports, token }) => {
      const readers = new SlowReaders(200, [ports.one, ports.console], token);
      return () => readers.end();
    },
  },
  {
    name: '5,000 open connections',
    seconds: 20,
    begin: async ({ ports }) => {
      const sockets = await openConnections(5000, ports.one);
      return () => {
        for (const socket of sockets) socket.destroy();
      };
    },
  },
  {
    name: 'provider hangs',
    seconds: 20,
    begin: async ({ provider }) => {
      provider.hang();
      return () => provider.goOn();
    },
  },
  {
    name: 'clock set back an hour',
    seconds: 20,
    begin: async ({ clock }) => {
      clock.move('-1h');
      return () => clock.move('+0');
    },
  },
  {
    name: 'PostgreSQL restarts',
    seconds: 5,
    begin: async ({ postgres }) => {
      await postgres.restart('fast');
      return () => {};
    },
  },
  {
    name: 'PostgreSQL crashes',
    seconds: 5,
    begin: async ({ postgres }) => {
      await postgres.restart('immediate');
      return () => {};
    },
  },
  {
    name: 'full disk',
    seconds: 20,
    begin: async ({ postgres }) => {
      await postgres.fillDisk();
      return async () => await postgres.freeDisk();
    },
  },
  {
    name: 'kill -9 of one of two',
    seconds: 10,
    begin: async (installation) => {
      await installation.killProcess('one');
      return async () => await installation.startProcess('one');
    },
  },
];
