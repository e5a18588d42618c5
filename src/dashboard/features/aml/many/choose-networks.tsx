import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type AmlNetwork, amlNetworks } from '#domain/networks.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { networkInText, networkLabel } from '#dashboard/lib/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import table from '#dashboard/ui/table.module.css';
import { type Seen, seenLabel } from '../start/seen.queries.ts';
import type { PlannedRow } from './plan-many.ts';

export type OpenRow = PlannedRow & { state: 'open' };
export type ChosenNetworks = ReadonlyMap<number, AmlNetwork>;

type Props = {
  rows: readonly OpenRow[];
  /** The chosen networks by the row's text. */
  seen: ReadonlyMap<string, readonly Seen[]>;
  onDone: (chosen: ChosenNetworks) => void;
  onBack: () => void;
};

/** Only the first rows are drawn. A network chosen for all applies to the others too. */
const most = 200;

/** Asks on which network each line is checked that can be of several. */
export function ChooseNetworks({ rows, seen, onDone, onBack }: Props) {
  const [chosen, setChosen] = useState<ChosenNetworks>(new Map());
  const choices = amlNetworks.filter((code) =>
    rows.some(({ subjects }) => subjects.some(({ network }) => network === code)),
  );
  const left = rows.filter(({ line }) => !chosen.has(line)).length;
  const chooseAll = (network: AmlNetwork) =>
    setChosen(
      new Map([
        ...chosen,
        ...rows.flatMap(({ line, subjects }): [number, AmlNetwork][] =>
          subjects.some((each) => each.network === network) ? [[line, network]] : [],
        ),
      ]),
    );
  return (
    <Stack maw={960} fz="sm">
      <p role="status">
        <strong>Choose the network of {formatCount(rows.length, 'line')}.</strong> These are valid on several
        networks, and a check on the wrong one costs just as much.
      </p>
      {rows.length > 1 && (
        <Group gap="8px 16px">
          {choices.map((code) => (
            <Button key={code} variant="default" onClick={() => chooseAll(code)}>
              Use {networkInText(code)} for all
            </Button>
          ))}
        </Group>
      )}
      <FramedTable title="Lines without a network" isStacked more={rows.length - most}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Subject</th>
            <th scope="col">Network</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ line, text, subjects }) => (
            <tr key={line}>
              <td className={table['line']}>{line}</td>
              <th scope="row" className={table['mono']} title={text} dir="auto">
                {shortenMiddle(text)}
              </th>
              <td>
                <FilterSelect
                  aria-label={`Network of line ${line}`}
                  value={chosen.get(line) ?? ''}
                  data={[
                    { value: '', label: 'Choose' },
                    ...subjects.map(({ network }) => ({ value: network, label: networkLabel(network) })),
                  ]}
                  onChange={(event) => {
                    const network = subjects.find(
                      (each) => each.network === event.currentTarget.value,
                    )?.network;
                    const next = new Map(chosen);
                    if (network === undefined) next.delete(line);
                    else next.set(line, network);
                    setChosen(next);
                  }}
                />
              </td>
              <td className={table['last']}>{(seen.get(text) ?? []).map(seenLabel).join('; ')}</td>
            </tr>
          ))}
        </tbody>
      </FramedTable>
      <Group gap="8px 16px">
        <Button onClick={() => onDone(chosen)}>
          {left === 0 ? 'Continue' : `Continue and skip ${formatInteger(left)}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back to list
        </Button>
      </Group>
    </Stack>
  );
}
