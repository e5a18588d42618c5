import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { createWallet, type CreatedWallet } from '#contract/wallet-service/wallet-changes.ts';
import { csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import { formatCount } from '#domain/format.ts';
import { useBatch } from '#dashboard/api/batch.ts';
import { call } from '#dashboard/api/client.ts';
import { knownWallets, notAllWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { walletsPath } from '#dashboard/entities/wallets/wallets.ts';
import { readTextFile } from '#dashboard/lib/files.ts';
import { UnprovedError } from '#dashboard/lib/unproved.ts';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { BatchDialog } from '#dashboard/list/batch/batch-dialog.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FileDrop } from '#dashboard/ui/file-drop.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { PlannedWalletTable } from './planned-wallet-table.tsx';
import { planWallets, type PlannedWallet, type WalletPlan } from './plan-wallets.ts';

const title = 'Import wallets';
const mostBytes = 1_000_000;

/** Creates the wallets of a CSV file: what would be created, how far that is, and the address of each. */
export function Component() {
  const mayWrite = usePermission('wallets:write', { needs: 'createWallet' });
  return mayWrite.allowed ? (
    <Import />
  ) : (
    <RouteDialog title={title} closeTo={walletsPath}>
      <NoPermission lacking={mayWrite.lacking} limit={mayWrite.limit} act="change" />
    </RouteDialog>
  );
}

type ReadyWallet = Extract<PlannedWallet, { state: 'ready' }>;

const idOf = ({ line }: PlannedWallet) => String(line);

function namesIn(plan: WalletPlan): string[] {
  return plan.ok ? plan.rows.flatMap((row) => (row.state === 'ready' ? row.wallet.name : [])) : [];
}

function Import() {
  const { limits } = useSession();
  const close = useCloseDialog(walletsPath);
  const queryClient = useQueryClient();
  const batch = useBatch<ReadyWallet, CreatedWallet>({
    operation: createWallet,
    idOf,
    run: ({ wallet }) => call(createWallet, { body: wallet }),
  });
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const read = await readTextFile(file, mostBytes);
      if (!read.ok) return { name: file.name, plan: read };
      const names = namesIn(planWallets(read.text, []));
      const { wallets, areAll } = await queryClient.fetchQuery({ ...knownWallets({ names }), staleTime: 0 });
      if (!areAll) throw new UnprovedError(`${notAllWallets} Duplicates can’t be found without them.`);
      return { name: file.name, plan: planWallets(read.text, wallets, limits) };
    },
  });
  const { name = '', plan } = reading.data ?? {};
  const rows = plan?.ok === true ? plan.rows : [];
  const ready = rows.filter((row) => row.state === 'ready');
  const created = ready.flatMap((row) => {
    const outcome = batch.outcomes.get(idOf(row));
    return outcome?.state === 'done' ? [{ ...row.wallet, address: outcome.result.address }] : [];
  });
  return (
    <BatchDialog
      title={title}
      noun="wallet"
      verb="created"
      question="Stop the import? Wallets already created stay."
      batch={batch}
      items={ready}
      idOf={idOf}
      skipped={rows.length - ready.length}
      progress={<PlannedWalletTable title="Wallets" rows={ready} outcomes={batch.outcomes} />}
      results={
        <>
          <PlannedWalletTable title="Results" rows={rows} outcomes={batch.outcomes} />
          {created.length > 0 && <SaveAddresses wallets={created} />}
        </>
      }
      onClose={() => close()}
    >
      {plan?.ok === true ? (
        <Preview
          fileName={name}
          plan={plan}
          ready={ready}
          onImport={() => batch.run(ready)}
          onOtherFile={() => reading.reset()}
        />
      ) : (
        <ChooseFile
          isReading={reading.isPending}
          refusal={plan?.reason}
          error={reading.error}
          onFile={(file) => reading.mutate(file)}
        />
      )}
    </BatchDialog>
  );
}

type ChooseFileProps = {
  isReading: boolean;
  /** Why the file before can't be imported. */
  refusal: string | undefined;
  /** Why the existing wallets couldn't be loaded, without which duplicates are not known. */
  error: Error | null;
  onFile: (file: File) => void;
};

function ChooseFile({ isReading, refusal, error, onFile }: ChooseFileProps) {
  return (
    <>
      {error !== null && <FailureAlert error={error} />}
      {refusal !== undefined && (
        <Alert tone="negative" role="alert">
          {refusal}
        </Alert>
      )}
      <FileDrop isReading={isReading} onFile={onFile}>
        or drop it here. You’ll review everything before it’s created.
      </FileDrop>
      <Text size="sm">
        The first row must contain the column names <code>name,network,type</code>. Enter a network by its
        code (<code>eth</code>) or name, and <code>personal</code> or <code>accounting</code> as the type.
        Separate columns with commas, semicolons or tabs.
      </Text>
    </>
  );
}

type PreviewProps = {
  fileName: string;
  plan: WalletPlan & { ok: true };
  ready: readonly ReadyWallet[];
  onImport: () => void;
  onOtherFile: () => void;
};

/** What would be created, and what is skipped and why. */
function Preview({ fileName, plan: { rows, ignoredColumns }, ready, onImport, onOtherFile }: PreviewProps) {
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const duplicates = rows.filter(({ state }) => state === 'duplicate');
  return (
    <>
      <Text size="sm">
        <strong>{fileName}</strong>: {ready.length} of {formatCount(rows.length, 'wallet')} will be created.
        Nothing has been created yet.
        {ignoredColumns.length > 0 && ` Ignored columns: ${ignoredColumns.join(', ')}.`}
      </Text>
      {wrong.length > 0 && (
        <>
          <Alert tone="warning" role="status">
            {formatCount(wrong.length, 'row')} with errors will be skipped. Fix the file and choose it again,
            or continue without them.
          </Alert>
          <PlannedWalletTable title={`Errors: ${wrong.length}`} rows={wrong} />
        </>
      )}
      {duplicates.length > 0 && (
        <PlannedWalletTable title={`Duplicates: ${duplicates.length}`} rows={duplicates} />
      )}
      {ready.length > 0 && <PlannedWalletTable title={`Will be created: ${ready.length}`} rows={ready} />}
      <div className={dialog['footer']}>
        <Button variant="default" onClick={onOtherFile}>
          Choose another file
        </Button>
        {ready.length > 0 && (
          <Button data-autofocus onClick={onImport}>
            Create {formatCount(ready.length, 'wallet')}
          </Button>
        )}
      </div>
    </>
  );
}

type CreatedRow = { name: string; network: string; type: string; address: string };

const columns = textColumns(['name', 'network', 'type', 'address']);

/** Saves the new addresses, to hand them out. */
function SaveAddresses({ wallets }: { wallets: readonly CreatedRow[] }) {
  const mayExport = usePermission('exports:create');
  const save = useMutation({
    mutationFn: async () => {
      const lines = wallets.map(({ name, network, type, address }) =>
        csvRow(columns, [name, network, type, address]),
      );
      await saveExport({
        name: 'created-wallets.csv',
        blob: new Blob([csvHeader(columns), ...lines], { type: 'text/csv' }),
        list: 'wallets',
        filters: {},
        rows: wallets.length,
      });
    },
    onError: (error) => notifyFailure('The addresses couldn’t be saved', error),
  });
  return (
    <Stack align="start">
      <PermittedButton
        permission={mayExport}
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Save new addresses as CSV
      </PermittedButton>
    </Stack>
  );
}
