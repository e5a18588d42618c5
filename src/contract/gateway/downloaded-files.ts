import { amlFiles } from './aml-files.ts';
import { statementFiles } from './statement-files.ts';

/** Every file that the gateway serves in addition to operations, by the name that the activity log has for saving it. */
export const downloadedFiles = { ...amlFiles, ...statementFiles };
