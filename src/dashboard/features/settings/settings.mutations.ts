import { changeExplorers } from '#contract/gateway/settings.ts';
import { useChange } from '#dashboard/api/changes.ts';

export const useChangeExplorers = () => useChange(changeExplorers);
