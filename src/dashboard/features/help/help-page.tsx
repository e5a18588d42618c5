import { IconExternalLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '#dashboard/ui/page.tsx';
import { docGroups, docPath, referencePath } from './docs.ts';
import classes from './help-page.module.css';

/** What the documentation has, by what one wants to do. */
export function Component() {
  return (
    <Page>
      <div className={classes['groups']}>
        {docGroups.map(({ title, docs }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {docs.map((doc) => (
                <li key={doc.name}>
                  <Link to={docPath(doc)}>{doc.title}</Link>
                  <p>{doc.summary}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section aria-label="For developers">
          <h2>For developers</h2>
          <ul>
            <li>
              <a href={referencePath} target="_blank" rel="noopener">
                API reference
                <IconExternalLink size={14} aria-label="opens in a new tab" />
              </a>
              <p>Every operation with its parameters, errors and examples</p>
            </li>
          </ul>
        </section>
      </div>
    </Page>
  );
}
