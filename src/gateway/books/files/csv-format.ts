import { isWhole } from '#contract/gateway/statement-part.ts';
import { csvHeader } from '#domain/csv.ts';
import { toDate } from '#domain/time.ts';
import { entryColumns } from './columns.ts';
import type { BeginFormat } from './format-writer.ts';
import { ZipStream } from './zip-stream.ts';

/**
 * A ZIP of `statement.csv`, `entries.csv` if there are entries, and `meta.json`, which says what they are. Of a part of the
 * account, the first two begin with `partial-`, so that neither is taken for the whole once it is out of the archive.
 */
export const beginCsv: BeginFormat = ({ part, withEntries, requestedAt }, statementCsv, output) => {
  const partial = isWhole(part) ? '' : 'partial-';
  const zip = new ZipStream(toDate(requestedAt), output);
  zip.addWhole(`${partial}statement.csv`, statementCsv);
  const entries = withEntries ? zip.begin(`${partial}entries.csv`) : undefined;
  entries?.push(csvHeader(entryColumns));
  return {
    write: ({ csv }) => entries?.push(csv),
    end: (about) => {
      entries?.end();
      zip.addWhole('meta.json', `${JSON.stringify(about, null, 2)}\n`);
      zip.end();
    },
  };
};
