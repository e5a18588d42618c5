import { Box, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  LARGEST_SANCTIONS_FILE,
  type LoadedSanctionsList,
  loadSanctionsList,
  removeSanctionsList,
} from '#contract/gateway/sanctions-lists.ts';
import { listLabel } from '#domain/aml/sanctions.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { formatInteger } from '#domain/format.ts';
import { readTextFile } from '#dashboard/lib/files.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { notifyFailure, notifySuccess } from '#dashboard/ui/notify.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { sanctionsListsQuery } from './sanctions-lists.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import classes from './settings.module.css';

/** The sanctions lists that are loaded, and the way to load, replace and remove one. */
export function SanctionsLists() {
  const mayScreen = usePermission(loadSanctionsList);
  const { data, error, refetch } = useQuery(sanctionsListsQuery);
  return (
    <Stack
      component="section"
      gap="lg"
      maw={880}
      pt="xl"
      fz="sm"
      id="sanctions-lists"
      aria-labelledby="sanctions-lists-heading"
    >
      <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
        <Title order={2} c="var(--text)" id="sanctions-lists-heading">
          Sanctions lists
        </Title>
        <p>
          An address on a loaded list is rated severe, whatever its report says. Lists apply to this account.
          Reload a list whenever its publisher updates it.
        </p>
      </Stack>
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.lists.length === 0 && (
        <Alert tone="warning">No sanctions list is loaded, so addresses aren’t screened for sanctions.</Alert>
      )}
      {data !== undefined && data.lists.length > 0 && (
        <Stack component="ul" gap="sm" aria-label="Loaded sanctions lists">
          {data.lists.map((list) => (
            <LoadedList key={list.id} list={list} mayRemove={mayScreen.allowed} />
          ))}
        </Stack>
      )}
      {mayScreen.allowed ? (
        data !== undefined && <LoadForm lists={data.lists} />
      ) : (
        <Text c="dimmed" inherit>
          {mayScreen.reason}
        </Text>
      )}
    </Stack>
  );
}

function LoadedList({ list, mayRemove }: { list: LoadedSanctionsList; mayRemove: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange(removeSanctionsList);
  const confirm = () =>
    remove.mutate(
      { name: list.name, list_id: list.id },
      {
        onSuccess: () => notifySuccess(`Removed ${list.name}`),
        onError: (error) => notifyFailure(`${list.name} couldn’t be removed`, error),
      },
    );
  return (
    <Group component="li" gap="8px 16px" justify="space-between" className={classes['list']}>
      <div>
        <strong>{listLabel(list)}</strong>
        <Text c="dimmed" inherit>
          Loaded by {list.loaded_by ?? `key ${list.key_fingerprint}`}, <CopyableTime value={list.loaded_at} />
        </Text>
      </div>
      {mayRemove && !isAsking && (
        <Button variant="default" aria-label={`Remove ${list.name}`} onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      )}
      {mayRemove && isAsking && (
        <Group gap="sm">
          <span>Its addresses will no longer be reported as sanctioned.</span>
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep list
          </Button>
          <Button color="danger" loading={remove.isPending} onClick={confirm}>
            Remove list
          </Button>
        </Group>
      )}
    </Group>
  );
}

type Chosen = { name: string; text: string };

function LoadForm({ lists }: { lists: readonly LoadedSanctionsList[] }) {
  const [name, setName] = useState('');
  const [date, setDate] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const [unread, setUnread] = useState<string>();
  const load = useChange(loadSanctionsList);
  const fields = load.error instanceof ApiError ? load.error.fields : {};
  const lines = Object.entries(fields).filter(([field]) => field === 'more' || field.startsWith('line '));
  const replaced = lists.find((list) => list.name === name.trim());

  const choose = (file: File) => {
    load.reset();
    setChosen(undefined);
    void readChosen(file);
  };
  const readChosen = async (file: File) => {
    const read = await readTextFile(file, LARGEST_SANCTIONS_FILE);
    setUnread(read.ok ? undefined : read.reason);
    setChosen(read.ok ? { name: file.name, text: read.text } : undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (load.isPending) return;
    if (chosen === undefined) {
      setUnread('Choose a file.');
      return;
    }
    load.mutate(
      { name: name.trim(), date, text: chosen.text },
      {
        onSuccess: ({ list }) => {
          notifySuccess(`Loaded ${list.name} with ${formatInteger(list.entries)} addresses`);
          setChosen(undefined);
          setName('');
          setDate('');
        },
      },
    );
  };
  return (
    <form noValidate aria-label="Load a sanctions list" onSubmit={submit}>
      <Stack>
        <div className={classes['fields']}>
          <TextInput
            label="List name"
            placeholder="OFAC SDN"
            maxLength={64}
            autoComplete="off"
            value={name}
            error={fields['name']}
            onChange={(event) => {
              setName(event.currentTarget.value);
              load.reset();
            }}
          />
          <TextInput
            label="List date"
            type="date"
            value={date}
            error={fields['date']}
            onChange={(event) => {
              setDate(event.currentTarget.value);
              load.reset();
            }}
          />
        </div>
        <FileDrop isReading={false} accept=".csv,.txt,text/csv,text/plain" what="list file" onFile={choose}>
          {chosen === undefined ? 'or drop it here.' : `Selected: ${chosen.name}`}
        </FileDrop>
        <Text c="dimmed" inherit>
          One address per line, or CSV with the columns <code>network,address,entity</code>. Lines starting
          with # are skipped. A file with an invalid line isn’t loaded.
        </Text>
        {unread !== undefined && (
          <Alert tone="negative" role="alert">
            {unread}
          </Alert>
        )}
        {replaced !== undefined && <Alert tone="warning">This replaces {listLabel(replaced)}.</Alert>}
        {load.error !== null && fields['name'] === undefined && fields['date'] === undefined && (
          <FailureAlert error={load.error} />
        )}
        {lines.length > 1 && (
          // A list of up to a thousand lines has its own scroll area, so it must be focusable.
          <Box component="ul" className={classes['problems']} aria-label="Invalid lines" tabIndex={0}>
            {lines.map(([line, problem]) => (
              <li key={line}>{line === 'more' ? problem : `${line}: ${problem}`}</li>
            ))}
          </Box>
        )}
        <div>
          <Button type="submit" loading={load.isPending}>
            {replaced === undefined ? 'Load list' : 'Replace list'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
