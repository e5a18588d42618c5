import { csvHeader } from '#domain/csv.ts';
import { toDate } from '#domain/time.ts';
import { entryColumns } from './columns.ts';
import type { BeginFormat } from './format-writer.ts';
import { ZipStream } from './zip-stream.ts';

/** A ZIP of `statement.csv`, `entries.csv` if there are entries, and `meta.json`, which says what they are. */
export const beginCsv: BeginFormat = ({ withEntries, requestedAt }, statementCsv, output) => {
  const zip = new ZipStream(toDate(requestedAt), output);
  const addWhole = (name: string, text: string) => {
    const file = zip.begin(name);
    file.push(text);
    file.end();
  };
  addWhole('statement.csv', statementCsv);
  const entries = withEntries ? zip.begin('entries.csv') : undefined;
  entries?.push(csvHeader(entryColumns));
  return {
    write: ({ csv }) => entries?.push(csv),
    end: (about) => {
      entries?.end();
      addWhole('meta.json', `${JSON.stringify(about, null, 2)}\n`);
      zip.end();
    },
  };
};
