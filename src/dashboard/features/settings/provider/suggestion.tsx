import { Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ProviderCapabilities } from '#contract/gateway/capabilities.ts';
import { suggestSettings } from '#contract/gateway/suggested-settings.ts';
import { formatList } from '#domain/format.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import { aspectLabel, operationLabel } from './capability-rows.ts';
import classes from './provider.module.css';

/** The settings that follow from what was found out, to be copied as they are. */
export function Suggestion({ found }: { found: ProviderCapabilities }) {
  const { parameters, lacking, without } = suggestSettings(found);
  if (parameters === null && without.length === 0) return null;
  const blanks = lacking.filter(({ name }) => name === null);
  const recognized = lacking.length - blanks.length;
  return (
    <Stack component="section" gap="sm" aria-labelledby="suggestion">
      <Title order={2} id="suggestion">
        Suggested settings
      </Title>
      <Text c="dimmed" inherit maw={720}>
        Set these as environment variables of the console and restart it. It then checks the provider again.
      </Text>
      {parameters !== null && (
        <>
          <Setting name="WALLET_API_PARAMETERS" value={JSON.stringify(parameters)} />
          <Text c="dimmed" inherit maw={720}>
            {recognized > 0 && 'The provider knows some parameters by other names, which are filled in. '}
            {blanks.length > 0 &&
              'A blank name changes nothing: fill it in if your provider’s documentation has the parameter. '}
            Set a name to <code>null</code> if the provider doesn’t have the parameter. It then isn’t sent.
          </Text>
          {blanks.length > 0 && (
            <p>
              Blank:{' '}
              {[...Map.groupBy(blanks, ({ operation }) => operation)]
                .map(
                  ([operation, ofList]) =>
                    `${operationLabel(operation)} (${formatList(ofList.map(({ parameter }) => parameterLabel(parameter)))})`,
                )
                .join(', ')}
              .
            </p>
          )}
        </>
      )}
      {without.length > 0 && (
        <>
          <Setting name="WALLET_API_WITHOUT" value={without.join(',')} />
          <Text c="dimmed" inherit maw={720}>
            Without these operations, the console leaves out what needs them from the start, and refuses them
            to programs.
          </Text>
        </>
      )}
    </Stack>
  );
}

function parameterLabel(parameter: string): string {
  return parameter === 'sort_by' ? 'Sort order' : aspectLabel(parameter);
}

function Setting({ name, value }: { name: string; value: string }) {
  const { isCopied, copy } = useCopy(value);
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between">
        <code>{name}</code>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Copy ${name}`}
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <code className={classes['value']}>{value}</code>
    </Stack>
  );
}
