import { Stack, Title } from '@mantine/core';
import type { Capability } from '#contract/gateway/capabilities.ts';
import { formatList } from '#domain/format.ts';
import { gapsOf, reasonsOf } from './capability-rows.ts';
import classes from './provider.module.css';

/** What the lack of each thing means for the user, and what the provider said where it refused it. */
export function Gaps({ capabilities }: { capabilities: readonly Capability[] }) {
  const gaps = gapsOf(capabilities);
  const reasons = reasonsOf(capabilities);
  if (gaps.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="gaps">
      <Title order={2} id="gaps">
        What the gaps mean
      </Title>
      <ul className={classes['gaps']}>
        {gaps.map(({ cost, places }) => (
          <li key={cost}>
            <Stack gap={0}>
              {places.map(({ label, aspects }) => (
                <strong key={label}>
                  {aspects.length === 0 ? label : `${label}: ${formatList(aspects)}`}
                </strong>
              ))}
            </Stack>
            <span>{cost}</span>
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <details>
          <summary>What the provider said or did</summary>
          <ul className={classes['gaps']}>
            {reasons.map(({ where, what, reason }) => (
              <li key={`${where} ${what}`}>
                <strong>
                  {where}: {what}
                </strong>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}
