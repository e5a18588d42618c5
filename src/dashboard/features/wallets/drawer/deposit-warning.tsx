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

/** Why funds should not be sent to an address of this account. Show it wherever an address can be handed out. */
export function DepositWarning({ subject }: { subject: 'one' | 'many' }) {
  const words = warnings[useSession().deposits]?.[subject];
  return words === undefined ? null : <Alert tone="warning">{words}</Alert>;
}
