import { afterAll, vi } from 'vitest';

afterAll(async () => {
  // What was drawn may still be loading its lazy parts. Cut off here, they could never be loaded again by the next file.
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
