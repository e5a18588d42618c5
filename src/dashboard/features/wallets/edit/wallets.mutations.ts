import {
  createWallet,
  deleteWallet,
  renameWallet,
  setWalletStatus,
} from '#contract/wallet-service/wallet-changes.ts';
import { changeWalletNotes } from '#contract/gateway/wallet-notes.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { walletKey } from '../wallets.queries.ts';

export const useCreateWallet = () => useChange(createWallet);
export const useRenameWallet = () => useChange(renameWallet);
export const useSetWalletStatus = () => useChange(setWalletStatus);
export const useChangeWalletNotes = () => useChange(changeWalletNotes);
export const useDeleteWallet = () => useChange(deleteWallet, ({ address }) => walletKey(address));
