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

/** Why nobody should send funds to an address of this account. Belongs wherever one is shown to be handed out. */
export function DepositWarning({ subject }: { subject: 'one' | 'many' }) {
  const words = warnings[useSession().deposits]?.[subject];
  return words === undefined ? null : <Alert tone="warning">{words}</Alert>;
}
