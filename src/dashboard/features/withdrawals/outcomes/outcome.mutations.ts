import { checkWithdrawalOutcome, handleWithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { useChange } from '#dashboard/api/changes.ts';

export const useCheckOutcome = () => useChange(checkWithdrawalOutcome);
export const useHandleOutcome = () => useChange(handleWithdrawalOutcome);
