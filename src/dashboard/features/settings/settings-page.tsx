import type { ReactNode } from 'react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Group, Skeleton, Stack, Title } from '@mantine/core';
import { listAccountKeys } from '#contract/gateway/account-keys.ts';
import { readValueSettings } from '#contract/gateway/value-settings.ts';
import { listUsers } from '#contract/gateway/users.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { settingsQueries } from '#dashboard/entities/settings/settings.queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { amlRulesQuery } from '#dashboard/entities/aml/aml-rules.queries.ts';
import { rulesFromSettings } from '#dashboard/entities/address-book/book-paths.ts';
import { usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { RulesInForce, withdrawalRulesQuery } from '#dashboard/entities/settings/withdrawal-rules.tsx';
import { ExplorersForm, ExplorersSkeleton } from './explorers-form.tsx';
import { ownServiceMessage } from './provider/provider.queries.ts';
import { LastChange } from './last-change.tsx';
import classes from './settings.module.css';

/** The account's settings of the console, for everyone who signs in with one of its keys. */
export function Component() {
  const { data, error, refetch } = useQuery(settingsQueries.all());
  const retry = () => void refetch();
  return (
    <Page>
      <UsersSection />
      <SignInSection />
      <SessionsSection />
      <WithdrawalRules />
      {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data !== undefined && <ExplorersForm setting={data.explorers} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <ExplorersSkeleton />}
      <AmlRulesSection />
      <ValueSection />
      <EventsSection />
      <ProviderSection />
    </Page>
  );
}

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(settingsQueries.all());
}

type SectionProps = {
  /** Of the title. */
  id: string;
  title: string;
  children: ReactNode;
};

function Section({ id, title, children }: SectionProps) {
  return (
    <Stack
      component="section"
      gap="sm"
      maw={880}
      pb="xl"
      fz="sm"
      className={classes['section']}
      aria-labelledby={id}
    >
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  );
}

/** The way to who can sign in, and what they may do. */
function UsersSection() {
  const isUser = useSession().user !== null;
  const mayManage = usePermission(listUsers);
  const mayManageKeys = usePermission(listAccountKeys);
  return (
    <Section id="users" title="Users">
      <p>
        {isUser
          ? 'Who can sign in to this account, and what their roles allow.'
          : 'You signed in with an API key. Users have their own sign-in, and the activity log shows who did what.'}
      </p>
      <Group gap="sm">
        {mayManage.allowed && (
          <LinkButton to="/settings/users" variant="default">
            Users
          </LinkButton>
        )}
        <LinkButton to="/settings/roles" variant="default">
          Roles
        </LinkButton>
        {mayManageKeys.allowed && (
          <LinkButton to="/settings/keys" variant="default">
            API keys
          </LinkButton>
        )}
        {mayManageKeys.allowed && (
          <LinkButton to="/settings/accounts" variant="default">
            Accounts
          </LinkButton>
        )}
      </Group>
    </Section>
  );
}

/** The way to where the user, or the API key, is signed in. */
function SessionsSection() {
  return (
    <Section id="sessions" title="Sessions">
      <p>Where you are signed in. End any session that you don’t recognize.</p>
      <div>
        <LinkButton to="/settings/sessions" variant="default">
          Sessions
        </LinkButton>
      </div>
    </Section>
  );
}

/** The account’s AML rules, and the way to change that. */
function AmlRulesSection() {
  const { data, error, refetch } = useQuery(amlRulesQuery);
  if (data === undefined) {
    return error === null ? (
      <Skeleton maw={880} h={172} mb="xl" aria-hidden />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const { thresholds, severities, recent_days: days, unknown_share: unknownShare } = data.value;
  return (
    <Section id="aml-rules" title="AML reports">
      <DescriptionList>
        <Description name="Scores">
          Medium from {thresholds.medium}, high from {thresholds.high}, severe from {thresholds.severe}
        </Description>
        <Description name="Categories">
          {Object.keys(severities).length}, each with its own severity and minimum shares
        </Description>
        <Description name="Unknown">Above {unknownShare}% of unknown origin</Description>
        <Description name="Recent">
          {days === 0 ? 'Always start a new check' : `Reports from the last ${days} days`}
        </Description>
      </DescriptionList>
      <LastChange setting={data} />
      <div>
        <LinkButton to="/settings/aml" variant="default">
          AML rules
        </LinkButton>
      </div>
    </Section>
  );
}

/** The way to how amounts are valued, and to the rates for that. */
function ValueSection() {
  const mayRead = usePermission(readValueSettings);
  return (
    <Section id="value" title="Values and exchange rates">
      <p>Show balances and statements in USD or EUR, using rates that you upload or load from a URL.</p>
      <Group gap="sm">
        <PermittedLink to="/settings/value" permission={mayRead} variant="default">
          Values
        </PermittedLink>
        <PermittedLink to="/books/rates" permission={mayRead} variant="default">
          Exchange rates
        </PermittedLink>
      </Group>
    </Section>
  );
}

/** The way to what the account receives of its provider, and to what is sent of our own wallet service. */
function EventsSection() {
  const isRemote = useSession().mode === 'remote';
  const mayManage = usePermission(['wallets:write', 'events:write']);
  return (
    <Section id="events" title="Events">
      <p>
        Show movements of funds in open pages within a second, if your provider sends events to the console.
        {!isRemote && ' The wallet service can send them to your own systems, too.'}
      </p>
      <div>
        <PermittedLink to="/settings/events" permission={mayManage} variant="default">
          Events
        </PermittedLink>
      </div>
    </Section>
  );
}

/** The way to how the signed-in user signs in. */
function SignInSection() {
  const { user } = useSession();
  return (
    <Section id="sign-in-methods" title="Sign-in methods">
      <p>
        {user === null
          ? 'You’re signed in with an API key. Users have passkeys, passwords and recovery codes.'
          : `Passkeys, password and recovery codes of ${user.name}.`}
      </p>
      <div>
        <LinkButton to="/settings/sign-in" variant="default">
          Sign-in methods
        </LinkButton>
      </div>
    </Section>
  );
}

/** What the wallet service behind the console can do, and the way to find out. */
function ProviderSection() {
  const isRemote = useSession().mode === 'remote';
  return (
    <Section id="provider" title="What this provider can do">
      <p>
        {isRemote
          ? 'Which filters, sort orders and operations work with your provider, what doesn’t, and what to set.'
          : ownServiceMessage}
      </p>
      {isRemote && (
        <div>
          <LinkButton to="/settings/provider" variant="default">
            What this provider can do
          </LinkButton>
        </div>
      )}
    </Section>
  );
}

/** Which addresses the account can pay, and the way to change that. */
function WithdrawalRules() {
  const mayChange = usePermission(['wallets:write', 'rules:write']);
  const { data, error, refetch } = useQuery(withdrawalRulesQuery);
  if (data === undefined) {
    return error === null ? (
      <Skeleton maw={880} h={172} mb="xl" aria-hidden />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  const { book_only: isBookOnly, cooling_off_hours: hours } = data.value;
  return (
    <Section id="withdrawal-rules" title="Withdrawals">
      <DescriptionList>
        <Description name="Recipients">{isBookOnly ? 'Saved addresses only' : 'Any address'}</Description>
        <Description name="Waiting period">
          {hours === 0 ? 'None' : `${hours} h for new addresses`}
        </Description>
      </DescriptionList>
      <RulesInForce setting={data} />
      <LastChange setting={data} />
      {mayChange.allowed ? (
        <div>
          <LinkButton {...rulesFromSettings} variant="default">
            Change
          </LinkButton>
        </div>
      ) : (
        <p>{mayChange.reason} These rules are read-only.</p>
      )}
    </Section>
  );
}
