import {
  changeAmlWatch,
  changeAmlWatchBudget,
  createAmlWatch,
  deleteAmlWatch,
  markAmlWatchSeen,
} from '#contract/gateway/aml-watches.ts';
import { useChange } from '#dashboard/api/changes.ts';

export const useCreateWatch = () => useChange(createAmlWatch);
export const useChangeWatch = () => useChange(changeAmlWatch);
export const useDeleteWatch = () => useChange(deleteAmlWatch);
export const useMarkSeen = () => useChange(markAmlWatchSeen);
export const useChangeBudget = () => useChange(changeAmlWatchBudget);
