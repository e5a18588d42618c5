import { Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import {
  createReconciliation,
  LARGEST_RECONCILED_FILE,
  type Reconciliation,
} from '#contract/gateway/reconciliations.ts';
import type { BodyOf } from '#contract/operation.ts';
import { currencies } from '#domain/networks.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import { previewFile } from '#domain/reconciliation/read-file.ts';
import { suggestMapping } from '#domain/reconciliation/suggest-mapping.ts';
import { instantFromDate } from '#domain/time.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { momentBefore, zoneName } from '#dashboard/lib/zoned-time.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { dayAfter, momentsOfPeriod, quickPeriod } from '../statement/statement-period.ts';
import { instantOf } from './period-days.ts';
import { reconciliationPath, resultPath } from './reconciliation-paths.ts';
import { reconciliationQueries } from './reconciliation.queries.ts';
import { FilePreviewTable } from './new/file-preview-table.tsx';
import { type Choice, MappingFields, SelectField } from './new/mapping-fields.tsx';
import { readExactText } from './new/read-exact-text.ts';

/** A file with its text, the names of its columns and its first rows. */
type ChosenFile = {
  name: string;
  text: string;
  names: string[];
  rows: { line: number; cells: string[] }[];
};

const previewRows = 8;
/** Rows that a mapping is suggested from. */
const sampleRows = 50;
const usualToleranceHours = 24;

/** Starts a reconciliation: the file, what its columns say, and the period to compare. */
export function NewReconciliation() {
  const [search] = useSearchParams();
  const mayCreate = usePermission(createReconciliation);
  const again = search.get('again');
  const previous = useQuery(
    again === null ? { queryKey: noQuery, queryFn: skipToken } : reconciliationQueries.one(again),
  );
  if (!mayCreate.allowed) {
    return (
      <Page title="New reconciliation">
        <NoPermission lacking={mayCreate.lacking} act="change" />
      </Page>
    );
  }
  return (
    <Page title="New reconciliation">
      {previous.error !== null && <FailureAlert error={previous.error} />}
      {again !== null && previous.data === undefined && previous.error === null ? (
        <SkeletonLines label="Loading reconciliation" />
      ) : (
        <Form previous={previous.data} />
      )}
    </Page>
  );
}

const noQuery = reconciliationQueries.one('').queryKey;

/** What is entered, as it is entered. */
type Entered = {
  name: string;
  first: string;
  last: string;
  currency: string;
  tolerance: string | number;
  mappingName: string;
};

function useEntered(previous: Reconciliation | undefined) {
  const { iana } = useTimeZone();
  return useState((): Entered => {
    const end = previous && instantOf(previous.to);
    const begin = previous && instantOf(previous.from);
    const month = quickPeriod('last-month', instantFromDate(new Date(serverNow())), iana);
    return {
      name: previous?.name ?? '',
      first: begin === undefined ? month.from : dateOf(begin, iana),
      last: dateOf(momentBefore(end ?? momentsOfPeriod(month, iana).to), iana),
      currency: previous?.currency ?? '',
      tolerance: previous?.tolerance_hours ?? usualToleranceHours,
      mappingName: '',
    };
  });
}

function Form({ previous }: { previous: Reconciliation | undefined }) {
  const { iana } = useTimeZone();
  const navigate = useNavigate();
  const create = useChange(createReconciliation);
  const [entered, setEntered] = useEntered(previous);
  const [file, setFile] = useState<ChosenFile>();
  const [refusal, setRefusal] = useState<string>();
  const [mapping, setMapping] = useState<FileMapping>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const guard = useLeaveGuard(file !== undefined && !create.isPending && !create.isSuccess);
  const change = (changes: Partial<Entered>) => {
    setEntered((before) => ({ ...before, ...changes }));
    setProblems({});
  };

  const choose = async (chosen: File) => {
    setRefusal(undefined);
    create.reset();
    const read = await readExactText(chosen, LARGEST_RECONCILED_FILE);
    const preview = read.ok ? previewFile(read.text, sampleRows) : read;
    if (!read.ok || !preview.ok) {
      setFile(undefined);
      setRefusal(preview.ok ? undefined : preview.reason);
      return;
    }
    const { names, rows } = preview;
    setFile({ name: chosen.name, text: read.text, names, rows });
    setMapping(
      (before) =>
        before ??
        previous?.mapping ?? {
          ...suggestMapping(
            names,
            rows.map(({ cells }) => cells),
          ),
          time_zone: iana,
        },
    );
    if (entered.name === '') change({ name: chosen.name.replace(/\.csv$/i, '').slice(0, 100) });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (file === undefined || mapping === undefined) {
      setRefusal('Choose a file.');
      return;
    }
    const body = bodyOf(entered, file, mapping, iana, previous);
    const read = z.safeParse(createReconciliation.body, body);
    if (!read.success) {
      setProblems(
        Object.fromEntries(read.error.issues.map((each) => [String(each.path.at(-1)), each.message])),
      );
      return;
    }
    create.mutate(body, {
      onSuccess: ({ reconciliation: { reconciliation_id: id } }) => void navigate(resultPath(id)),
    });
  };

  return (
    <form noValidate aria-label="New reconciliation" onSubmit={submit}>
      <Stack gap="lg" maw={1000}>
        {previous !== undefined && (
          <Text size="sm">
            This repeats <strong>{previous.name}</strong> with a corrected file. Lines that are the same keep
            their notes and resolutions.
          </Text>
        )}
        <FileDrop isReading={false} onFile={(chosen) => void choose(chosen)}>
          {file === undefined
            ? 'or drop it here: your own books, or an export of an explorer.'
            : `Selected: ${file.name}`}
        </FileDrop>
        {refusal !== undefined && (
          <Alert tone="negative" role="alert">
            {refusal}
          </Alert>
        )}
        {file !== undefined && mapping !== undefined && (
          <>
            <MappingFields
              names={file.names}
              mapping={mapping}
              problems={problems}
              onChange={(changed) => {
                setMapping(changed);
                setProblems({});
              }}
            />
            <FilePreviewTable names={file.names} rows={file.rows.slice(0, previewRows)} mapping={mapping} />
            <TextInput
              label="Save the columns as"
              description="Optional. Next time, choose them by this name."
              maxLength={64}
              maw={420}
              value={entered.mappingName}
              error={problems['mapping_name']}
              onChange={(event) => change({ mappingName: event.currentTarget.value })}
            />
          </>
        )}
        <Period entered={entered} problems={problems} iana={iana} onChange={change} />
        {create.error !== null && <FailureAlert error={create.error} />}
        {guard.state === 'blocked' ? (
          <DiscardQuestion guard={guard} />
        ) : (
          <Group gap="sm">
            <Button type="submit" loading={create.isPending}>
              Start reconciliation
            </Button>
            <LinkButton variant="default" to={reconciliationPath}>
              Cancel
            </LinkButton>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** The request, as far as what was entered can be one. */
function bodyOf(
  { name, first, last, currency, tolerance, mappingName }: Entered,
  file: ChosenFile,
  mapping: FileMapping,
  iana: string,
  previous: Reconciliation | undefined,
): BodyOf<typeof createReconciliation> {
  const moments =
    first === '' || last === '' ? undefined : momentsOfPeriod({ from: first, to: dayAfter(last) }, iana);
  return {
    name,
    file_name: file.name.slice(0, 255),
    text: file.text,
    mapping,
    mapping_name: mappingName.trim() === '' ? null : mappingName,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema refuses what isn’t a moment.
    ...((moments ?? { from: '', to: '' }) as Pick<BodyOf<typeof createReconciliation>, 'from' | 'to'>),
    currency: currency === '' ? null : currency,
    tolerance_hours: tolerance === '' ? Number.NaN : Number(tolerance),
    previous_id: previous?.reconciliation_id ?? null,
  };
}

const anyCurrency: Choice[] = [
  { value: '', label: 'All currencies' },
  ...currencies.map((currency) => ({ value: currency, label: currency })),
];

type PeriodProps = {
  entered: Entered;
  problems: Record<string, string>;
  iana: string;
  onChange: (changes: Partial<Entered>) => void;
};

function Period({ entered, problems, iana, onChange }: PeriodProps) {
  return (
    <>
      <TextInput
        label="Name"
        maxLength={100}
        maw={420}
        value={entered.name}
        error={problems['name']}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Group gap="md" align="flex-start">
        <TextInput
          type="date"
          label="First day"
          value={entered.first}
          error={problems['from'] === undefined ? undefined : 'Enter a day in the past.'}
          onChange={(event) => onChange({ first: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Last day"
          value={entered.last}
          error={problems['to'] === undefined ? undefined : 'Enter a day that isn’t before the first one.'}
          onChange={(event) => onChange({ last: event.currentTarget.value })}
        />
        <SelectField
          label="Currency"
          data={anyCurrency}
          value={entered.currency}
          onChange={(currency) => onChange({ currency })}
        />
        <NumberInput
          label="Tolerance in hours"
          w={150}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          value={entered.tolerance}
          error={problems['tolerance_hours']}
          onChange={(tolerance) => onChange({ tolerance })}
        />
      </Group>
      <Text c="dimmed" size="sm">
        Days of {zoneName(iana)}, by booking time. Lines without a hash or reference match by amount if their
        times are within the tolerance. Lines with one are different if theirs aren’t.
      </Text>
    </>
  );
}
