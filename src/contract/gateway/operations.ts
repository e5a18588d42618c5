import { sessionOperations } from './sessions.ts';
import { settingsOperations } from './settings.ts';
import { viewOperations } from './views.ts';

/** Everything that the gateway answers itself, over any wallet service. */
export const gatewayOperations = [...sessionOperations, ...viewOperations, ...settingsOperations] as const;
