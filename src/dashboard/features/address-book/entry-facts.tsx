import { Link } from 'react-router';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import { Facts, Fact } from '#dashboard/ui/facts.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { AmlResult } from '#dashboard/entities/aml/badge/aml-result.tsx';
import { canBeChecked } from '#dashboard/entities/aml/badge/aml-results.queries.ts';
import { CoolingOff } from './cooling-off.tsx';

/** What the book knows of an entry beyond what a person wrote. */
export function EntryFacts({ entry }: { entry: BookEntry }) {
  return (
    <Facts>
      <Fact name="Added">
        <CopyableTime value={entry.added_at} />
        {entry.added_by !== null && <div>by the key “{entry.added_by}”</div>}
      </Fact>
      {entry.version > 1 && (
        <Fact name="Changed">
          <CopyableTime value={entry.updated_at} />
        </Fact>
      )}
      <Fact name="Cooling-off">
        <CoolingOff until={entry.usable_from} />
      </Fact>
      {canBeChecked(entry.network) && (
        <Fact name="AML">
          <AmlResult value={entry.address} network={entry.network} offersCheck />
        </Fact>
      )}
      <Fact name="Payments">
        <Link to={`/transactions?search=${encodeURIComponent(entry.address)}`}>
          Transactions with this address
        </Link>
      </Fact>
    </Facts>
  );
}
