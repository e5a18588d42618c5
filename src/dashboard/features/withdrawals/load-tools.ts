import { soon } from '../../lib/soon.ts';

/** Asked for at once, and not waited for: the rows need none of it. */
export const withdrawalTools = soon(() => import('./withdrawal-tools.ts'));
