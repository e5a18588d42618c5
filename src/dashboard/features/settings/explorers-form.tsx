import { Checkbox, Divider, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, type UseFormReturn, useFormState } from 'react-hook-form';
import { type AccountSettings, changeExplorers, explorerPlaceholders } from '#contract/gateway/settings.ts';
import { type Network, networks, withdrawalNetworks } from '#domain/networks.ts';
import type { BodyOf } from '#contract/operation.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { LastChange } from './last-change.tsx';
import { SettingFooter } from './setting-footer.tsx';
import classes from './settings.module.css';

type Setting = AccountSettings['explorers'];

/** Sets the values of existing fields, which are not registered again when only their values change. */
const inPlace = { keepFieldsRef: true } as const;

const resolver = zodResolver(changeExplorers.body);

/** Which block explorers the console links to. */
export function ExplorersForm({ setting }: { setting: Setting }) {
  const mayChange = usePermission(changeExplorers);
  const change = useChange(changeExplorers);
  const form = useForm<ExplorersInput, unknown, ExplorersInput>({
    resolver,
    defaultValues: inputOf(setting),
  });
  const { isDirty, defaultValues } = useFormState({ control: form.control });
  const blocker = useLeaveGuard(isDirty, change);
  // The response to our own change is known a moment before the form has it.
  const isOwn = change.isPending || change.data?.explorers.version === setting.version;
  const isOutdated = defaultValues?.version !== setting.version && !isOwn;

  useEffect(() => {
    // A colleague's change, fetched meanwhile, shows at once unless the user is typing here.
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
        notifySuccess('Block explorers saved');
      },
    });
  };

  return (
    <form noValidate aria-labelledby="explorers" onSubmit={(event) => void form.handleSubmit(save)(event)}>
      <Stack gap="lg" maw={880} fz="sm">
        <Stack component="header" gap={4} c="dimmed" className={classes['intro']}>
          <Title order={2} c="var(--text)" id="explorers">
            Block explorers
          </Title>
          <p>
            Addresses and transactions link to these sites for everyone in your account. Opening a link tells
            that site which address or transaction you looked up. In a URL,{' '}
            <code>{explorerPlaceholders.address}</code> and <code>{explorerPlaceholders.transaction}</code>{' '}
            are placeholders.
          </p>
          <LastChange setting={setting} />
          {!mayChange.allowed && (
            <p className={classes['forbidden']}>{mayChange.reason} These links are read-only.</p>
          )}
        </Stack>
        {withdrawalNetworks.map((network) => (
          <ExplorerFields key={network} network={network} form={form} isReadOnly={!mayChange.allowed} />
        ))}
        {change.error !== null && <FailureAlert error={change.error} />}
        {isDirty && isOutdated && (
          <Group gap="8px 16px" justify="space-between" py="sm" px="md" bdrs={8} bg="var(--warning-soft)">
            <span>
              Someone else saved changes while you were editing. Load their version before you save yours.
            </span>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                change.reset();
                form.reset(inputOf(setting), inPlace);
              }}
            >
              Load theirs and discard mine
            </Button>
          </Group>
        )}
        <Divider />
        <SettingFooter
          guard={blocker}
          mayChange={mayChange}
          isSaving={change.isPending}
          isDirty={isDirty}
          onUndo={() => {
            change.reset();
            form.reset(inputOf(setting), inPlace);
          }}
          onRestore={restore}
        />
      </Stack>
    </form>
  );
}

function inputOf({ version, value }: Setting): ExplorersInput {
  return { version, ...value };
}

type ExplorersInput = BodyOf<typeof changeExplorers>;

type ExplorerFieldsProps = {
  network: Network;
  form: UseFormReturn<ExplorersInput, unknown, ExplorersInput>;
  isReadOnly: boolean;
};

/** The explorer of one network: whether there are links, and where they lead. */
function ExplorerFields({ network, form, isReadOnly }: ExplorerFieldsProps) {
  const { errors } = useFormState({ control: form.control, name: network });
  const { name, standard } = networks[network];
  const complaints = errors[network];
  return (
    <fieldset className={classes['network']}>
      <legend className="unseen">{name}</legend>
      <Group gap="2px 8px" align="baseline" className={classes['networkName']}>
        <strong aria-hidden>{name}</strong>
        <Text span c="dimmed" size="xs">
          {standard}
        </Text>
        <Checkbox
          className={classes['switch'] ?? ''}
          label="Link to explorer"
          {...form.register(`${network}.enabled`)}
          // A forbidden switch stays readable, and does nothing.
          onClick={(event) => isReadOnly && event.preventDefault()}
          aria-disabled={isReadOnly || undefined}
        />
      </Group>
      <TextInput
        {...form.register(`${network}.address`)}
        label="Address URL"
        readOnly={isReadOnly}
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
        error={complaints?.address?.message}
      />
      <TextInput
        {...form.register(`${network}.transaction`)}
        label="Transaction URL"
        readOnly={isReadOnly}
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
        error={complaints?.transaction?.message}
      />
    </fieldset>
  );
}

/** The shape of the settings while they are read. */
export function ExplorersSkeleton() {
  return (
    <Stack gap="lg" maw={880} fz="sm" aria-busy>
      <output className="unseen">Loading settings</output>
      {withdrawalNetworks.map((network) => (
        <Skeleton h={76} key={network} aria-hidden />
      ))}
    </Stack>
  );
}
