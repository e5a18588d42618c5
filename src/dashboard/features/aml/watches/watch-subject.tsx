import { asSentence } from '#dashboard/lib/error-message.ts';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { networkLabel } from '#dashboard/lib/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { parseSubject } from '../start/read-subject.ts';
import { onlyNetwork, seenQuery, seenLabel } from '../start/seen.queries.ts';
import start from '../start/start-check.module.css';
import { NetworkChoice } from '../start/network-choice.tsx';
import { SubjectField } from '../start/subject-field.tsx';
import { periodChoices } from './watch-periods.ts';
import { useCreateWatch } from './watches.queries.ts';

/** A field for an address or a transaction id, and how often to check it. A link may have filled it in. */
export function WatchSubject() {
  const unsupported = useUnsupported('requestAmlReport');
  if (unsupported === null) return <WatchForm />;
  return (
    <Text c="dimmed" size="sm">
      {unsupported}
    </Text>
  );
}

function WatchForm() {
  const hintId = useId();
  const [search] = useSearchParams();
  const [typed, setTyped] = useState(search.get('value') ?? '');
  const [network, setNetwork] = useState(search.get('on'));
  const [days, setDays] = useState(30);
  const [isRefused, setIsRefused] = useState(false);
  const create = useCreateWatch();

  const read = parseSubject(typed);
  const subjects = read.state === 'known' ? read.subjects : [];
  const isOpen = subjects.length > 1;
  const { data: seen } = useQuery({ ...seenQuery(typed.trim()), enabled: isOpen });
  const chosen = network ?? onlyNetwork(seen);
  const subject = isOpen ? subjects.find((each) => each.network === chosen) : subjects[0];
  const mayCheck = usePermission('aml:check', { on: subject });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (subject === undefined) {
      setIsRefused(true);
    } else if (mayCheck.allowed && !create.isPending) {
      create.mutate(
        { value: subject.value, network: subject.network, every_days: days },
        {
          onSuccess: () => {
            setTyped('');
            notifySuccess('Monitoring started');
          },
        },
      );
    }
  };

  return (
    <form className={start['start']} aria-label="Monitor an address or transaction" onSubmit={submit}>
      <Group gap="sm">
        <SubjectField
          value={typed}
          isRefused={isRefused}
          hintId={hintId}
          onChange={(text) => {
            setTyped(text);
            setNetwork(null);
            setIsRefused(false);
            create.reset();
          }}
        />
        <FilterSelect
          aria-label="Frequency"
          value={String(days)}
          data={periodChoices(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
        <Tooltip label={mayCheck.reason} disabled={mayCheck.allowed}>
          <Button type="submit" loading={create.isPending} aria-disabled={!mayCheck.allowed || undefined}>
            Monitor
          </Button>
        </Tooltip>
      </Group>
      <Group
        gap="4px 12px"
        mih={28}
        id={hintId}
        className={start['hint']}
        data-bad={isRefused || undefined}
        role={isRefused ? 'alert' : undefined}
      >
        {read.state === 'empty' &&
          (isRefused
            ? 'Enter an address or a transaction ID.'
            : 'Each check uses one of your prepaid checks, within the monthly budget.')}
        {read.state === 'impossible' && asSentence(read.reason)}
        {isOpen && isRefused && subject === undefined && 'Choose a network. '}
        {isOpen && seen !== undefined && seen.length > 0 && `${seen.map(seenLabel).join('. ')}. `}
        {isOpen && <NetworkChoice subjects={subjects} chosen={subject} onChoose={setNetwork} />}
        {subjects.length === 1 && subject !== undefined && networkLabel(subject.network)}
      </Group>
      {create.error !== null && <FailureAlert error={create.error} />}
    </form>
  );
}
