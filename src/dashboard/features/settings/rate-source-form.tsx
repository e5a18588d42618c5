import { Group, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { changeRateSource, readRateSource } from '#contract/gateway/rate-source.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import classes from './settings.module.css';

/** The URL from which rates are read once a day, if an administrator sets one. */
export function RateSourceForm() {
  const { data, error, refetch } = useQuery(queryOf(readRateSource, {}));
  return (
    <Stack component="section" gap="lg" maw={880} pb="xl" fz="sm" aria-labelledby="rate-source">
      <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
        <Title order={2} c="var(--text)" id="rate-source">
          Rates from a URL
        </Title>
        <p>
          The console requests this URL once a day and records its rates. Without one, it requests rates from
          nowhere. Only its host is shown later, because the rest may contain a key.{' '}
          <Link to="/help/value#rates-from-a-url">What the URL must respond with</Link>
        </p>
      </Stack>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading the URL" />}
      {data !== undefined && <UrlForm host={data.source.host} />}
    </Stack>
  );
}

function UrlForm({ host }: { host: string | null }) {
  const mayChange = usePermission(changeRateSource);
  const [url, setUrl] = useState('');
  const change = useChange(changeRateSource);
  const complaint = change.error instanceof ApiError ? change.error.fields['url'] : undefined;
  const send = (next: string | null, said: string) => {
    if (!mayChange.allowed || change.isPending) return;
    change.mutate(
      { url: next },
      {
        onSuccess: () => {
          setUrl('');
          notifySuccess(said);
        },
      },
    );
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    send(url.trim(), 'URL saved. Its rates are read now.');
  };
  return (
    <form noValidate aria-labelledby="rate-source" onSubmit={save}>
      <Stack gap="sm">
        <TextInput
          label={host === null ? 'URL' : 'New URL'}
          description={host === null ? 'None is set.' : `Rates are read from ${host}.`}
          placeholder="https://rates.example.com/daily.json"
          type="url"
          maw={480}
          spellCheck={false}
          autoComplete="off"
          value={url}
          readOnly={!mayChange.allowed}
          error={complaint}
          onChange={(event) => {
            change.reset();
            setUrl(event.currentTarget.value);
          }}
        />
        {change.error !== null && complaint === undefined && <FailureAlert error={change.error} />}
        <Group gap="xs">
          <PermittedButton permission={mayChange} type="submit" variant="default" loading={change.isPending}>
            Save URL
          </PermittedButton>
          {host !== null && mayChange.allowed && (
            <Button variant="subtle" onClick={() => send(null, 'URL removed')}>
              Remove URL
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
