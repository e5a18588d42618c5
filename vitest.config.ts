import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests on a database run on PGlite. With TEST_DATABASE_URL (scripts/postgres-for-tests.sh starts a server) all of
// them run on PostgreSQL instead, and on PGlite only those where the databases can differ.
const databaseTests = [
  'src/{database,jobs,service,gateway}/**/*.test.ts',
  'src/{own,remote,rejections,readable,sandbox}-*.test.ts',
];
const testsOfDifferences = [
  'src/{database,jobs}/**/*.test.ts',
  'src/service/{lists,ledger}/**/*.test.ts',
  'src/service/embedded-commands.test.ts',
  'src/gateway/sessions/**/*.test.ts',
  'src/gateway/events/many-events.test.ts',
  'src/own-earlier-database.test.ts',
  // Sums of the same ledger, and a console that is killed, of which the databases see the same as in the tests above.
  ...(process.env['LONG_TESTS'] === '1'
    ? ['src/service/books/**/*.test.ts', 'src/remote-*-under-kill.test.ts']
    : []),
];
// What the dashboard reads through a console in front of a provider that differs from our service.
const remoteReads = ['src/dashboard/**/*.remote.test.ts'];
// What starts the whole program on the embedded database.
const programs = ['src/*.program.test.ts'];
// What a file replaces is put back at its end: the next one may run in the same process.
const leaveNothing = 'src/testing-leave-nothing.ts';
// Browsers have it; Node doesn't yet.
const temporal = 'temporal-polyfill/global';
const postgresUrl = process.env['TEST_DATABASE_URL'];

/**
 * Files that start processes or wait come first, so that none of them is left to the end, when the other workers
 * have nothing to do any more.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = ['program', 'remote', 'pglite', 'postgres', 'unit'];
    const rank = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    // A process of its own for each file would take longer to start than most files take.
    isolate: false,
    // One more than there are cores: many tests wait, for a process that starts or a pause that ends.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    expect: { poll: { timeout: 10_000 } },
    // Commands and servers that tests start are compiled once, not each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...databaseTests, ...remoteReads, ...programs],
          setupFiles: [leaveNothing, temporal],
          // Far more than any takes on a machine that does nothing else.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'remote',
          include: remoteReads,
          setupFiles: [leaveNothing, temporal],
          globalSetup: 'src/testing-remote-console.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          include: programs,
          setupFiles: leaveNothing,
          globalSetup: 'src/testing-data-directories.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      databaseProject('pglite', postgresUrl ? testsOfDifferences : databaseTests),
      ...(postgresUrl ? [databaseProject('postgres', databaseTests)] : []),
    ],
  },
});

function databaseProject(name: string, include: string[]) {
  const globalSetup = 'src/database/testing-template.ts';
  return {
    extends: true as const,
    test: { name, include, globalSetup, setupFiles: leaveNothing, testTimeout: 60_000, hookTimeout: 120_000 },
  };
}
