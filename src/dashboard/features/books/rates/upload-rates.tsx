import { Checkbox, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import {
  LARGEST_RATES_FILE,
  previewRates,
  type RatesPreview,
  uploadRates,
} from '#contract/gateway/exchange-rates.ts';
import { formatAmount, formatCount, formatInteger } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { readTextFile } from '#dashboard/lib/files.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import classes from './rates.module.css';

/** Uploads a file of rates, after a preview of what that does. */
export function Component() {
  const mayUpload = usePermission(uploadRates);
  return (
    <RouteDialog title="Upload rates" size="lg">
      {mayUpload.allowed ? <UploadForm /> : <NoPermission lacking={mayUpload.lacking} />}
    </RouteDialog>
  );
}

type Chosen = { name: string; text: string };

function UploadForm() {
  const [chosen, setChosen] = useState<Chosen>();
  const [unread, setUnread] = useState<string>();
  const [replaces, setReplaces] = useState(false);
  const close = useCloseDialog();
  const upload = useChange(uploadRates);
  const preview = useMutation({ mutationFn: async (body: Chosen) => call(previewRates, { body }) });

  const choose = async (file: File) => {
    upload.reset();
    preview.reset();
    setReplaces(false);
    const read = await readTextFile(file, LARGEST_RATES_FILE);
    setUnread(read.ok ? undefined : read.reason);
    setChosen(read.ok ? { name: file.name, text: read.text } : undefined);
    if (read.ok) preview.mutate({ name: file.name, text: read.text });
  };
  const { data: found } = preview;
  const needsConsent = found !== undefined && found.replaced > 0 && !replaces;
  const isReady = found !== undefined && found.problem_count === 0 && found.added + found.replaced > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen === undefined || !isReady || needsConsent || upload.isPending) return;
    upload.mutate(
      { ...chosen, replace: replaces },
      {
        onSuccess: ({ added, replaced }) => {
          notifySuccess(
            replaced === 0
              ? `${formatCount(added, 'rate')} recorded`
              : `${formatCount(added, 'rate')} recorded, ${formatInteger(replaced)} replaced`,
          );
          close({ saved: true });
        },
      },
    );
  };
  return (
    <form noValidate aria-label="Upload rates" className={classes['form']} onSubmit={submit}>
      <FileDrop isReading={preview.isPending} onFile={(file) => void choose(file)}>
        {chosen === undefined ? 'or drop it here.' : `Selected: ${chosen.name}`}
      </FileDrop>
      <Text c="dimmed" inherit>
        CSV with the columns <code>date,currency,quote,rate</code>, such as{' '}
        <code>2026-10-31,BTC,EUR,61234.50</code>. The quote is USD or EUR. A date alone means 12:00 UTC.{' '}
        <Link to="/help/value#rates-from-a-file">About the file</Link>
      </Text>
      {unread !== undefined && (
        <Alert tone="negative" role="alert">
          {unread}
        </Alert>
      )}
      {preview.error !== null && <FailureAlert error={preview.error} />}
      {found !== undefined && <Preview found={found} />}
      {found !== undefined && found.problem_count === 0 && found.replaced > 0 && (
        <Checkbox
          label={`Replace ${formatCount(found.replaced, 'value')}. The earlier ones stay on record.`}
          checked={replaces}
          onChange={(event) => setReplaces(event.currentTarget.checked)}
        />
      )}
      {upload.error !== null && <FailureAlert error={upload.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => close()}>
          Cancel
        </Button>
        <Button type="submit" loading={upload.isPending} disabled={!isReady || needsConsent}>
          Upload rates
        </Button>
      </Group>
    </form>
  );
}

function Preview({ found }: { found: RatesPreview }) {
  if (found.problem_count > 0) return <Problems found={found} />;
  return (
    <>
      <output>
        {formatCount(found.added, 'new rate')}, {formatInteger(found.replaced)} that differ from yours,{' '}
        {formatInteger(found.unchanged)} that you have already.
      </output>
      <FramedTable title="Rates in the file" isCaptionHidden isStacked>
        <thead>
          <tr>
            <th scope="col">Pair</th>
            <th scope="col" data-align="end">
              Rates
            </th>
            <th scope="col">First</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {found.pairs.map(({ currency, quote, rates, first_at: first, last_at: last }) => (
            <tr key={`${currency}/${quote}`}>
              <th scope="row">
                {currency}/{quote}
              </th>
              <td data-label="Rates" data-align="end">
                {formatInteger(rates)}
              </td>
              <td data-label="First">
                <CopyableTime value={first} />
              </td>
              <td data-label="Last">
                <CopyableTime value={last} />
              </td>
            </tr>
          ))}
        </tbody>
      </FramedTable>
      {found.replacements.length > 0 && (
        <FramedTable
          title="Values that would be replaced"
          isStacked
          more={found.replaced - found.replacements.length}
        >
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">Rate of</th>
              <th scope="col" data-align="end">
                Now
              </th>
              <th scope="col" data-align="end">
                In the file
              </th>
            </tr>
          </thead>
          <tbody>
            {found.replacements.map(({ currency, quote, at, rate, new_rate: newRate }) => (
              <tr key={`${currency}/${quote} ${at}`}>
                <th scope="row">
                  {currency}/{quote}
                </th>
                <td data-label="Rate of">
                  <CopyableTime value={at} />
                </td>
                <td data-label="Now" data-align="end">
                  {formatAmount(rate)}
                </td>
                <td data-label="In the file" data-align="end">
                  {formatAmount(newRate)}
                </td>
              </tr>
            ))}
          </tbody>
        </FramedTable>
      )}
    </>
  );
}

function Problems({ found: { problems, problem_count: count } }: { found: RatesPreview }) {
  return (
    <Alert tone="negative" role="alert">
      {formatCount(count, 'line')} can’t be used, so nothing can be uploaded:
      <ul className={classes['problems']}>
        {problems.map(({ line, problem }) => (
          <li key={line}>
            Line {formatInteger(line)}: {problem}
          </li>
        ))}
        {count > problems.length && <li>and {formatInteger(count - problems.length)} more</li>}
      </ul>
    </Alert>
  );
}
