import { Alert } from './alert.tsx';

type Props = { /** "this wallet" */ what: string; problems: readonly string[] };

/** The fields of a row that could not be read. The others are shown unchanged. */
export function Problems({ what, problems }: Props) {
  if (problems.length === 0) return null;
  return (
    <Alert tone="warning">
      Some values of {what} aren’t in the documented format: {problems.join('; ')}.
    </Alert>
  );
}
