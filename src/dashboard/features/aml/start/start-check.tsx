import { asSentence } from '#dashboard/lib/error-message.ts';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconShieldSearch } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatList } from '#domain/format.ts';
import { amlNetworks, networks } from '#domain/networks.ts';
import { codeOf } from '#dashboard/api/queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { amlCheckPath, batchScreeningPath, monitoringPath } from '#dashboard/entities/aml/aml-paths.ts';
import { amlActivityQuery, checksLeftOf } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { amlRulesQuery } from '#dashboard/entities/aml/aml-rules.queries.ts';
import { useStartCheck } from '#dashboard/entities/aml/start-check.ts';
import { usePayer } from '../many/use-payer.ts';
import { amlResult, isFreeOfCharge } from '#dashboard/entities/aml/aml-results.queries.ts';
import { ChecksLeft } from './checks-left.tsx';
import type { ReadSubject, Subject } from './read-subject.ts';
import classes from './start-check.module.css';
import { onlyNetwork, seenQuery, seenLabel } from './seen.queries.ts';
import { NetworkChoice } from './network-choice.tsx';
import { SubjectField } from './subject-field.tsx';
import { parseSubjectText } from './written-subject.ts';

const AmlResult = lazy(async () => ({
  default: (await import('#dashboard/entities/aml/aml-result.tsx')).AmlResult,
}));
const RecentReport = lazy(async () => ({
  default: (await import('#dashboard/entities/aml/start-outcome.tsx')).RecentReport,
}));
const PayerField = lazy(async () => ({ default: (await import('./payer-field.tsx')).PayerField }));
const StartFailure = lazy(async () => ({
  default: (await import('#dashboard/entities/aml/start-outcome.tsx')).StartFailure,
}));

/** A field for an address or a transaction id, and a preview of its check. */
export function StartCheck() {
  const [search] = useSearchParams();
  const given = search.get('value') ?? '';
  const unsupported = useUnsupported('requestAmlReport');
  if (unsupported !== null) {
    return (
      <Text c="dimmed" size="sm">
        {unsupported}
      </Text>
    );
  }
  // A link that fills the field in does so on the open page too.
  return <Start key={given} given={given} on={search.get('on')} />;
}

/** What says which subject a text is: its cryptography is loaded once there is a text. */
export const readingCode = codeOf('read-subject', () => import('./read-subject.ts'));

/** What says whether a wallet can pay: loaded once no checks are left. */
export const coverCode = codeOf('cover', () => import('../many/cover.ts'));

const unread = { state: 'empty' } as const satisfies ReadSubject;

const recentChoices = [0, 1, 7, 30, 90, 366];

function Start({ given, on }: { given: string; on: string | null }) {
  const hintId = useId();
  const whyNotId = useId();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(given);
  const [network, setNetwork] = useState(on);
  const [isRefused, setIsRefused] = useState(false);
  const isHasty = useRef(false);
  const [payer, setPayer] = useState('');
  const [chosenDays, setChosenDays] = useState<number>();
  const { data: rules } = useQuery(amlRulesQuery);
  const { data: activity } = useQuery(amlActivityQuery);
  const start = useStartCheck();

  const written = parseSubjectText(typed);
  const reading = useQuery({ ...readingCode, enabled: written !== undefined });
  const { data: code } = reading;
  const read = code?.parseSubject(written?.value ?? '') ?? unread;
  const subjects = read.state === 'known' ? read.subjects : undefined;
  const isOpen = subjects !== undefined && subjects.length > 1;
  // The network in the text counts first, then the one that the user or a link chose, then what is known.
  const named = subjects?.find((each) => each.network === written?.network.toLowerCase());
  const seenOn = useQuery({ ...seenQuery(written?.value ?? ''), enabled: isOpen });
  const known = isOpen ? seenOn.data : undefined;
  const chosen = named?.network ?? network ?? onlyNetwork(known);
  const isElsewhere = written !== undefined && written.network !== '' && named === undefined;
  const subject = isElsewhere
    ? undefined
    : isOpen
      ? subjects.find((each) => each.network === chosen)
      : subjects?.[0];
  const mayCheck = usePermission('aml:check', { on: subject });
  const recentDays = chosenDays ?? rules?.value.recent_days;
  const { outcome, check } = start.data ?? {};
  const isFailed = outcome === 'started' && check?.state === 'failed';
  const complaint = start.error instanceof ApiError ? start.error.fields['payer_address'] : undefined;
  const left = checksLeftOf(activity?.checks_left);
  const isUsedUp = left === 0 && subject !== undefined;
  const needsPayer = isUsedUp || payer !== '' || complaint !== undefined || isFailed;
  const price = activity?.price ?? null;
  const payerState = usePayer(needsPayer ? payer.trim() : '', price?.currency ?? 'USDT');
  const { data: last } = useQuery({
    ...amlResult(subject?.network ?? '', subject?.value ?? ''),
    enabled: isUsedUp,
  });
  const { data: cover } = useQuery({ ...coverCode, enabled: isUsedUp });
  const paying = { wanted: 1, left, payer: payerState, price };
  const whyNotNew = isUsedUp
    ? cover === undefined
      ? 'No checks remaining.'
      : cover.whyNotCovered(paying)
    : undefined;
  const isFree = last !== undefined && isFreeOfCharge(last, recentDays, serverNow());
  const whyNot = mayCheck.allowed ? (isFree ? undefined : whyNotNew) : mayCheck.reason;

  const forget = () => {
    setIsRefused(false);
    start.reset();
  };
  const begin = (days: number | undefined) => {
    const reason = days === 0 ? whyNotNew : whyNot;
    if (subject === undefined || !mayCheck.allowed || reason !== undefined || start.isPending) return;
    const payerAddress = payer.trim();
    const body = {
      value: subject.value,
      network: subject.network,
      ...(days !== undefined && { recent_days: days }),
      ...(needsPayer && payerAddress !== '' && { payer_address: payerAddress }),
    };
    start.mutate(body, {
      onSuccess: (answer) => {
        if (answer.outcome === 'recent' || answer.check.state === 'failed') return;
        void navigate(amlCheckPath(answer.check.id));
      },
    });
  };
  useEffect(() => {
    // A link that fills the field in leaves only Enter to be pressed.
    if (given !== '') input.current?.focus();
  }, [given]);
  const isRead = written === undefined || code !== undefined;
  useEffect(() => {
    // The user was faster than the code that reads the subject: the action runs once it has loaded.
    if (!isRead || !isHasty.current) return;
    isHasty.current = false;
    form.current?.requestSubmit();
  }, [isRead]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRead) {
      isHasty.current = true;
    } else if (subject === undefined) {
      setIsRefused(true);
      input.current?.focus();
    } else {
      begin(recentDays);
    }
  };

  return (
    <form
      ref={form}
      className={classes['start']}
      aria-label="Check an address or transaction"
      onSubmit={submit}
      data-empty={(typed === '' && !isRefused) || undefined}
    >
      <Group gap="sm">
        <SubjectField
          inputRef={input}
          value={typed}
          isRefused={isRefused}
          hintId={hintId}
          leftSection={<IconShieldSearch size={16} aria-hidden />}
          onChange={(text) => {
            setTyped(text);
            setNetwork(null);
            forget();
          }}
        />
        <span className={classes['reuse']}>
          <FilterSelect
            aria-label="Reuse a recent report"
            value={recentDays === undefined ? '' : String(recentDays)}
            data={[...new Set([...recentChoices, ...(recentDays === undefined ? [] : [recentDays])])]
              .toSorted((a, b) => a - b)
              .map((days) => ({ value: String(days), label: recentLabel(days) }))}
            onChange={(event) => setChosenDays(Number(event.currentTarget.value))}
          />
        </span>
        <Tooltip label={whyNot} disabled={whyNot === undefined}>
          <Button
            type="submit"
            loading={start.isPending}
            aria-disabled={whyNot !== undefined || undefined}
            aria-describedby={whyNot === undefined ? undefined : whyNotId}
          >
            Check
          </Button>
        </Tooltip>
      </Group>
      {needsPayer && (
        <Suspense>
          <PayerField
            value={payer}
            onChange={(address) => {
              setPayer(address);
              start.reset();
            }}
            hintId={whyNotId}
            whyNot={mayCheck.allowed ? whyNot : undefined}
          />
        </Suspense>
      )}
      <Group gap="0px 16px" mih={28}>
        <Group
          gap="4px 12px"
          mih={28}
          id={hintId}
          className={classes['hint']}
          data-bad={isRefused || undefined}
          role={isRefused ? 'alert' : undefined}
        >
          {read.state === 'empty' &&
            (isRefused
              ? 'Enter an address or a transaction ID.'
              : `${formatList(amlNetworks.map((covered) => networks[covered].name))}. Uses one of your prepaid checks.`)}
          {read.state === 'impossible' && `${asSentence(read.reason)} Nothing was sent.`}
          {isOpen && !isElsewhere && (
            <NetworkChoice
              subjects={subjects}
              chosen={subject}
              onChoose={(picked) => {
                setNetwork(picked);
                forget();
              }}
            />
          )}
          {subjects !== undefined &&
            isElsewhere &&
            `This isn’t valid on ${written.network}. Nothing was sent.`}
          {isOpen && isRefused && subject === undefined && !isElsewhere && 'Choose a network. '}
          {isOpen && known !== undefined && known.length > 0 && `${known.map(seenLabel).join('. ')}. `}
          {isOpen && known?.length === 0 && network === null && named === undefined && (
            <span>Not seen in your account. Choose its network. </span>
          )}
          {subject !== undefined && subjects?.length === 1 && `${subjectLabel(subject)}.`}
          <Suspense>
            {subject !== undefined && outcome !== 'recent' && (
              <AmlResult value={subject.value} network={subject.network} />
            )}
          </Suspense>
        </Group>
        <Group component="span" gap="0px 16px" mih={28} className={classes['aside']}>
          <ChecksLeft />
          <Link to={batchScreeningPath}>Batch screening</Link>
          <Link to={monitoringPath}>Monitoring</Link>
        </Group>
      </Group>
      <Suspense>
        {outcome === 'recent' && check && (
          <RecentReport
            check={check}
            isBusy={start.isPending}
            whyNotAgain={whyNotNew}
            onAgain={() => begin(0)}
          />
        )}
        {isFailed && check && <StartFailure check={check} />}
      </Suspense>
      {reading.error !== null && (
        <FailureAlert error={reading.error} onRetry={() => void reading.refetch()} />
      )}
      {start.error !== null && <FailureAlert error={start.error} />}
    </form>
  );
}

function recentLabel(days: number): string {
  if (days === 0) return 'Always start a new check';
  return days === 1 ? 'Reuse a report from the last day' : `Reuse a report from the last ${days} days`;
}

/** `An address of Tron`. */
function subjectLabel({ kind, network }: Subject): string {
  return `${networks[network].name} ${kind}`;
}
