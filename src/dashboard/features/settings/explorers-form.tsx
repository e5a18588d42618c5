import { Group, Stack, Title } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { type AccountSettings, changeExplorers, explorerPlaceholders } from '#contract/gateway/settings.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.ts';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { ExplorerFields, type ExplorersInput } from './explorer-fields.tsx';
import classes from './explorers.module.css';
import { LastChange } from './last-change.tsx';
import { useChangeExplorers } from './settings.mutations.ts';
import shared from './settings-form.module.css';

type Setting = AccountSettings['explorers'];

/** Writes into the fields that stand there: they are not registered anew when only their values change. */
const inPlace = { keepFieldsRef: true } as const;

const resolver = zodResolver(changeExplorers.body);

/** Which block explorers the console links to. */
export function ExplorersForm({ setting }: { setting: Setting }) {
  const mayChange = usePermission('wallets:write');
  const change = useChangeExplorers();
  const form = useForm<ExplorersInput, unknown, ExplorersInput>({
    resolver,
    defaultValues: inputOf(setting),
  });
  const { isDirty, defaultValues } = useFormState({ control: form.control });
  const blocker = useLeaveGuard(isDirty);
  // What was saved here just now is known a moment before the form has taken it over.
  const isOwn = change.isPending || change.data?.explorers.version === setting.version;
  const isOutdated = defaultValues?.version !== setting.version && !isOwn;

  useEffect(() => {
    // A colleague's change, read meanwhile, shows at once unless somebody is writing here.
    if (!isDirty && isOutdated) form.reset(inputOf(setting), inPlace);
  }, [form, isDirty, isOutdated, setting]);

  const restore = () => {
    for (const network of withdrawalNetworks) {
      form.setValue(network, setting.defaults[network], { shouldDirty: true, shouldValidate: true });
    }
  };
  const save = (values: ExplorersInput) => {
    if (!mayChange.allowed || change.isPending) return;
    change.mutate(values, {
      onSuccess: ({ explorers }) => {
        form.reset(inputOf(explorers), inPlace);
        notifySuccess('The block explorers are saved.');
      },
    });
  };

  return (
    <form noValidate aria-labelledby="explorers" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <Stack gap="lg" maw={880} fz="sm">
        <Stack component="header" gap={4} c="dimmed" className={shared['intro']}>
          <Title order={2} c="var(--text)" id="explorers">
            Block explorers
          </Title>
          <p>
            Addresses and transactions link to these sites, the same for everybody in your account. A site
            learns from each click what somebody looked up. In a link,{' '}
            <code>{explorerPlaceholders.address}</code> and <code>{explorerPlaceholders.transaction}</code>{' '}
            stand for it.
          </p>
          <LastChange setting={setting} />
          {!mayChange.allowed && (
            <p className={classes['forbidden']}>{mayChange.reason} You see them all the same.</p>
          )}
        </Stack>
        {withdrawalNetworks.map((network) => (
          <ExplorerFields key={network} network={network} form={form} isReadOnly={!mayChange.allowed} />
        ))}
        {change.error !== null && <FailureAlert error={change.error} />}
        {isDirty && isOutdated && (
          <Group gap="8px 16px" justify="space-between" py="sm" px="md" bdrs={8} bg="var(--warning-soft)">
            <span>
              Somebody else has saved other links meanwhile. Yours can be saved on top of theirs only.
            </span>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                change.reset();
                form.reset(inputOf(setting), inPlace);
              }}
            >
              Show theirs and discard mine
            </Button>
          </Group>
        )}
        {blocker.state === 'blocked' ? (
          <DiscardQuestion guard={blocker} />
        ) : (
          <footer className={`${shared['footer']} ${classes['footer']}`}>
            <Tooltip label={mayChange.reason} disabled={mayChange.allowed}>
              <Button
                type="submit"
                loading={change.isPending}
                aria-disabled={!mayChange.allowed || undefined}
              >
                Save
              </Button>
            </Tooltip>
            {mayChange.allowed && (
              <>
                {isDirty && (
                  <Button
                    variant="default"
                    onClick={() => {
                      change.reset();
                      form.reset(inputOf(setting), inPlace);
                    }}
                  >
                    Undo changes
                  </Button>
                )}
                <Button variant="subtle" className={classes['restore'] ?? ''} onClick={restore}>
                  Restore defaults
                </Button>
              </>
            )}
          </footer>
        )}
      </Stack>
    </form>
  );
}

function inputOf({ version, value }: Setting): ExplorersInput {
  return { version, ...value };
}
