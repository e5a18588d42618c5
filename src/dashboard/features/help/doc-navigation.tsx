import { useId } from 'react';
import { Link, NavLink } from 'react-router';
import classes from './doc-navigation.module.css';
import { type Doc, docGroups, docPath } from './docs.ts';
import type { Section } from './parse-doc.ts';

type Props = { current: Doc; sections: readonly Section[] };

/** All documents, with the sections of the one that is shown. */
export function DocNavigation(props: Props) {
  return (
    <nav aria-label="Documentation" className={classes['navigation']}>
      {docGroups.map((group) => (
        <Group key={group.title} group={group} {...props} />
      ))}
    </nav>
  );
}

/** Replaces the navigation on a phone: the sections of the document, folded. */
export function FoldedSections({ sections }: Pick<Props, 'sections'>) {
  return (
    <details className={classes['folded']}>
      <summary>On this page</summary>
      <SectionLinks sections={sections} />
    </details>
  );
}

function Group({ group: { title, docs }, current, sections }: Props & { group: (typeof docGroups)[number] }) {
  const id = useId();
  return (
    <>
      <p id={id}>{title}</p>
      <ul aria-labelledby={id}>
        {docs.map((doc) => (
          <li key={doc.name}>
            <NavLink to={docPath(doc)}>{doc.title}</NavLink>
            {doc === current && <SectionLinks sections={sections} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function SectionLinks({ sections }: Pick<Props, 'sections'>) {
  return (
    <ul className={classes['sections']}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <Link to={`#${id}`}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}
