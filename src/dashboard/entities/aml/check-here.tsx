import { IconShieldSearch } from '@tabler/icons-react';
import { type AmlNetwork, amlNetworks, type Network, networks } from '#domain/networks.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useStartCheck } from './start-check.ts';
import { StartFailure } from './start-outcome.tsx';
import { AmlResult } from './aml-result.tsx';
import classes from './aml-result.module.css';

type Props = { value: string; network: Network };

/** The last known result of an address, and a new check without leaving the page, its cost said. */
export function CheckHere({ value, network }: Props) {
  const covered = amlNetworks.find((known) => known === network);
  if (covered === undefined) {
    return <p className={classes['age']}>AML reports don’t cover {networks[network].name}.</p>;
  }
  return <Here key={value} value={value} network={covered} />;
}

function Here({ value, network }: { value: string; network: AmlNetwork }) {
  const mayCheck = usePermission('aml:check', { needs: 'requestAmlReport', on: { network } });
  const start = useStartCheck();
  const check = start.data?.check;
  return (
    <>
      <div className={classes['here']}>
        <span className={classes['age']}>AML</span>
        <AmlResult value={value} network={network} />
        {!mayCheck.allowed && mayCheck.isUnsupported === true ? (
          <span className={classes['age']}>{mayCheck.reason}</span>
        ) : (
          <Tooltip label={mayCheck.reason} disabled={mayCheck.allowed}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconShieldSearch size={16} aria-hidden />}
              loading={start.isPending}
              aria-disabled={!mayCheck.allowed || undefined}
              onClick={() => {
                if (mayCheck.allowed) start.mutate({ value, network, recent_days: 0 });
              }}
            >
              Check now (uses 1 check)
            </Button>
          </Tooltip>
        )}
      </div>
      {check?.state === 'failed' && <StartFailure check={check} />}
      {start.error !== null && <FailureAlert error={start.error} />}
    </>
  );
}
