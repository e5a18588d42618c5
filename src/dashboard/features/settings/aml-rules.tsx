import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/error-state.tsx';
import { amlQueries } from '../aml/aml.queries.ts';
import { AmlRulesForm } from './aml-rules-form.tsx';
import classes from './withdrawal-rules.module.css';

/** How the account reads AML reports, and the way to change that. */
export function AmlRulesSection() {
  const { data, error, refetch } = useQuery(amlQueries.rules());
  if (data !== undefined) return <AmlRulesForm setting={data} />;
  return error === null ? (
    <div className={classes['skeleton']} aria-hidden />
  ) : (
    <ErrorState error={error} onRetry={() => void refetch()} />
  );
}
