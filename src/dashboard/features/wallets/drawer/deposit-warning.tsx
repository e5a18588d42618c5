import { Alert } from '#dashboard/ui/alert.tsx';
import { useSession } from '#dashboard/session/session.queries.ts';

const warnings = {
  provider: undefined,
  simulated: {
    one: 'Sandbox address: everyone knows its key. Never send real funds to it.',
    many: undefined,
  },
  undetected: {
    one: 'This installation isn’t connected to a network: deposits to this address won’t be detected.',
    many: 'This installation isn’t connected to a network: deposits to these addresses won’t be detected.',
  },
} as const;

/** Why funds should not be sent to an address of this account. Show it wherever an address can be shared. */
export function DepositWarning({ subject }: { subject: 'one' | 'many' }) {
  const message = warnings[useSession().deposits]?.[subject];
  return message === undefined ? null : <Alert tone="warning">{message}</Alert>;
}
