import type { ConsolePermission, Permission } from '../permissions.ts';

/** A file that the gateway serves in addition to operations: its path, and what saving it needs. */
export type DownloadedFile = { path: string; permission: Permission; consolePermission: ConsolePermission };
