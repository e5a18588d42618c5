import { Alert } from './alert.tsx';

type Props = { /** "this wallet" */ what: string; problems: readonly string[] };

/** What of a row could not be read. The rest is shown as it came. */
export function Problems({ what, problems }: Props) {
  if (problems.length === 0) return null;
  return (
    <Alert tone="warning">
      Some values of {what} aren’t in the documented format: {problems.join('; ')}.
    </Alert>
  );
}
