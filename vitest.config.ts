import { defineConfig } from 'vitest/config';

// What stands on a database is tested on PGlite always, and a second time on the PostgreSQL server of
// TEST_DATABASE_URL when that is set (scripts/postgres-for-tests.sh starts one).
const databaseTests = [
  'src/{database,service,gateway}/**/*.test.ts',
  'src/{remote,rejections,readable,sandbox}-*.test.ts',
];
// What the dashboard reads through a console in front of a provider that differs from our service.
const remoteReads = ['src/dashboard/**/*.remote.test.ts'];
const postgresUrl = process.env['TEST_DATABASE_URL'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: '100%',
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...databaseTests, ...remoteReads],
          // Far more than any takes on a machine that does nothing else.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'remote',
          include: remoteReads,
          globalSetup: 'src/testing-remote-console.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      databaseProject('pglite', { globalSetup: 'src/database/testing-template.ts' }),
      ...(postgresUrl
        ? [databaseProject('postgres', { provide: { testDatabase: { kind: 'postgres', url: postgresUrl } } })]
        : []),
    ],
  },
});

function databaseProject(name: string, test: object) {
  return {
    extends: true as const,
    test: { name, include: databaseTests, testTimeout: 60_000, hookTimeout: 120_000, ...test },
  };
}
