import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { AmlWatch } from '#contract/gateway/aml-watches.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { BandBadge, SanctionsTag } from '#dashboard/entities/aml/aml-badge.tsx';
import { amlCheckPath } from '#dashboard/entities/aml/aml-paths.ts';
import { periodChoices } from './watch-periods.ts';
import classes from './watches.module.css';
import { useChangeWatch, useDeleteWatch, useMarkSeen } from './watches.queries.ts';

const hindered = {
  budget: 'This month’s budget is used up.',
  key: 'Its API key is no longer available. Choose a frequency to continue with your key.',
  stopped: 'Its last check was stopped. Resume it to continue.',
} as const;

/** A watched subject: what was found of it last and before, and when it is looked at next. */
export function WatchRow({ watch }: { watch: AmlWatch }) {
  const mayCheck = usePermission('aml:check', { on: { network: watch.network } }).allowed;
  const change = useChangeWatch();
  const remove = useDeleteWatch();
  const seen = useMarkSeen();
  const { id, version, last, before } = watch;
  const isTransaction = watch.kind === 'transaction';
  const error = change.error ?? remove.error ?? seen.error;
  return (
    <>
      <tr data-news={watch.is_news || undefined}>
        <th scope="row">
          <Address
            value={watch.value}
            what={isTransaction ? 'transaction hash' : 'address'}
            network={watch.network}
            kind={isTransaction ? 'transaction' : 'address'}
          />
          <Text span display="block" c="dimmed" fw={400} inherit>
            {networkName(watch.network)}
          </Text>
          <SanctionsTag sanctions={watch.sanctions} />
        </th>
        <td data-label="Last result">
          <Result of={last} network={watch.network} none={watch.is_running ? 'Being checked' : 'None yet'} />
          {last !== null && watch.is_running && (
            <Text span display="block" c="dimmed" fw={400} inherit>
              being checked
            </Text>
          )}
        </td>
        <td data-label="Previous result">
          <Result of={before} network={watch.network} none="–" />
          {watch.is_news && (
            <Group component="span" wrap="nowrap" gap="sm" mt={4} c="var(--negative)" fw={500}>
              Changed
              {mayCheck && last !== null && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={seen.isPending}
                  onClick={() => seen.mutate({ id, check_id: last.check_id })}
                >
                  Mark as read
                </Button>
              )}
            </Group>
          )}
        </td>
        <td data-label="Next check">
          <Time value={watch.next_at} />
          {watch.hindrance !== null && (
            <Text span display="block" c="var(--negative)" inherit>
              {hindered[watch.hindrance]}
            </Text>
          )}
        </td>
        <td data-label="Frequency">
          {mayCheck ? (
            <FilterSelect
              aria-label={`Frequency for ${watch.value}`}
              value={String(watch.every_days)}
              data={periodChoices(watch.every_days)}
              onChange={(event) =>
                change.mutate({ id, version, every_days: Number(event.currentTarget.value) })
              }
            />
          ) : (
            `Every ${watch.every_days} days`
          )}
        </td>
        <td data-align="end">
          {mayCheck && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Stop monitoring ${watch.value}`}
              loading={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { id, version },
                  {
                    onSuccess: () => notifySuccess('Monitoring stopped. Past checks are kept.'),
                  },
                )
              }
            >
              Stop
            </Button>
          )}
        </td>
      </tr>
      {error !== null && (
        <tr>
          <td colSpan={6}>
            <FailureAlert error={error} />
          </td>
        </tr>
      )}
    </>
  );
}

function Result({ of, network, none }: { of: AmlWatch['last']; network: AmlWatch['network']; none: string }) {
  if (of === null)
    return (
      <Text span display="block" c="dimmed" fw={400} inherit>
        {none}
      </Text>
    );
  return (
    <Link className={classes['result']} to={amlCheckPath(of.check_id)}>
      <BandBadge band={of.band} score={of.score} reason={notFoundLabel({ ...of, network })} />
      <Text span display="block" c="dimmed" fw={400} inherit>
        <Time value={of.ended_at} />
      </Text>
    </Link>
  );
}
