import { IconPlus, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLocation, useParams } from 'react-router';
import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { PermittedLink } from '../../ui/permitted-link.tsx';
import { useRowFocusReturn } from '../../list/use-row-focus-return.ts';
import { usePermission } from '../session/use-permission.ts';
import { BookList } from './book-list.tsx';
import { bookPath, importPath, newEntryPath } from './book-paths.ts';
import { ExportBookButton } from './export-book-button.tsx';

// Asked for while the list is drawn, so that the first dialog opens as fast as later ones.
const code = import('./book-dialogs.ts');
const dialogs = {
  new: lazy(async () => ({ default: (await code).NewEntry })),
  import: lazy(async () => ({ default: (await code).ImportDialog })),
  rules: lazy(async () => ({ default: (await code).RulesDialog })),
  edit: lazy(async () => ({ default: (await code).EditEntry })),
  delete: lazy(async () => ({ default: (await code).DeleteEntry })),
};

export function BookPage() {
  const mayRead = usePermission('withdrawals:read');
  const mayWrite = usePermission('withdrawals:write');
  const { search } = useLocation();
  useRowFocusReturn(bookPath);

  return (
    <Page
      title="Address book"
      fill
      hasManyActions
      actions={
        mayRead.allowed && (
          <>
            <ExportBookButton />
            <PermittedLink
              to={{ pathname: importPath, search }}
              permission={mayWrite}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Import
            </PermittedLink>
            <PermittedLink
              to={{ pathname: newEntryPath, search }}
              permission={mayWrite}
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-keyshortcuts="n"
            >
              Add address
            </PermittedLink>
          </>
        )
      }
    >
      {mayRead.allowed ? <BookList /> : <NoPermission permission="withdrawals:read" />}
      <Suspense>
        <BookDialog />
      </Suspense>
    </Page>
  );
}

/** What lies over the list, by the page's address. */
function BookDialog() {
  const { '*': rest = '' } = useParams();
  if (rest === '') return null;
  if (rest === 'new') return <dialogs.new />;
  if (rest === 'import') return <dialogs.import />;
  if (rest === 'rules') return <dialogs.rules />;
  const [entry = '', action] = rest.split('/');
  if (action === undefined || action === '') return <dialogs.edit key={entry} entry={entry} />;
  return <dialogs.delete key={entry} entry={entry} />;
}
