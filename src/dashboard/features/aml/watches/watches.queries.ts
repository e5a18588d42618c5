import {
  changeAmlWatch,
  changeAmlWatchBudget,
  createAmlWatch,
  deleteAmlWatch,
  listAmlWatches,
  markAmlWatchSeen,
} from '#contract/gateway/aml-watches.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { useChange } from '#dashboard/api/changes.ts';

/** What is checked again and again. */
export const watchesQuery = queryOf(listAmlWatches, {});

export const useCreateWatch = () => useChange(createAmlWatch);
export const useChangeWatch = () => useChange(changeAmlWatch);
export const useDeleteWatch = () => useChange(deleteAmlWatch);
export const useMarkSeen = () => useChange(markAmlWatchSeen);
export const useChangeBudget = () => useChange(changeAmlWatchBudget);
