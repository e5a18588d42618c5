import type { DownloadedFile } from './downloaded-file.ts';

/**
 * Files that the gateway makes in addition to operations, by the name that the activity log has for saving one. Each takes the
 * `id` of a check.
 */
export const amlFiles = {
  /** The answer that a report came in, byte for byte. */
  downloadAmlReport: {
    path: '/console/aml/report',
    permission: 'transactions:read',
    consolePermission: 'exports:create',
  },
  /** The report's PDF, of a check that has one. */
  downloadAmlPdf: {
    path: '/console/aml/pdf',
    permission: 'transactions:read',
    consolePermission: 'exports:create',
  },
  downloadAmlEvidence: {
    path: '/console/aml/evidence',
    permission: 'transactions:read',
    consolePermission: 'exports:create',
  },
} as const satisfies Record<string, DownloadedFile>;

export type AmlFileId = keyof typeof amlFiles;
