import { useAccountName, useSession } from '#dashboard/session/session.queries.ts';

/** Says to which account a user is added, to somebody who works in several. */
export function AccountOfUser() {
  const { accounts } = useSession();
  const name = useAccountName();
  return (
    accounts.length > 1 && (
      <p>
        The user joins the account <strong>{name}</strong>.
      </p>
    )
  );
}
