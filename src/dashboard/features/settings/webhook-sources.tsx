import { Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { changeWebhookSources, type Webhook } from '#contract/gateway/webhook.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { DiscardQuestion } from '#dashboard/ui/leave-question.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useLeaveGuard } from '#dashboard/ui/use-leave-guard.ts';

/** The addresses that events may come from. */
export function WebhookSources({ webhook: { sources, version } }: { webhook: Webhook }) {
  const saved = sources.join('\n');
  // What was entered, and the version that it was made from: a colleague's change isn't overwritten unseen.
  const [draft, setDraft] = useState<{ text: string; version: number }>();
  const change = useChange(changeWebhookSources);
  const guard = useLeaveGuard(draft !== undefined, change);
  const problem = change.error instanceof ApiError ? change.error.fields['sources'] : undefined;

  const undo = () => {
    change.reset();
    setDraft(undefined);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const { text, version: base } = draft ?? { text: saved, version };
    change.mutate(
      { version: base, sources: text.split(/[\s,;]+/).filter((each) => each !== '') },
      {
        onSuccess: () => {
          setDraft(undefined);
          notifySuccess('Allowed sources saved');
        },
      },
    );
  };
  return (
    <form noValidate aria-label="Allowed sources" onSubmit={save}>
      <Stack gap="sm">
        <Textarea
          label="Allowed sources"
          description="IP addresses or networks such as 203.0.113.0/24, one per line. If empty, any address can send events."
          maw={480}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          autoComplete="off"
          value={draft?.text ?? saved}
          error={problem}
          onChange={(event) => {
            change.reset();
            setDraft({ text: event.currentTarget.value, version: draft?.version ?? version });
          }}
        />
        {change.error !== null && problem === undefined && <FailureAlert error={change.error} />}
        {guard.state === 'blocked' ? (
          <DiscardQuestion guard={guard} />
        ) : (
          <Group gap="xs">
            <Button type="submit" variant="default" loading={change.isPending}>
              Save sources
            </Button>
            {draft !== undefined && (
              <Button variant="subtle" onClick={undo}>
                Undo changes
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}
