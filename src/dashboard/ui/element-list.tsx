import { Fragment, type ReactNode } from 'react';
import { listSeparators } from '#domain/format.ts';

/** Elements in a sentence: `a`, `a and b`, `a, b, and c`. */
export function ElementList({ elements }: { elements: readonly { key: string; element: ReactNode }[] }) {
  const separators = listSeparators(elements.length);
  return elements.map(({ key, element }, index) => (
    <Fragment key={key}>
      {separators[index]}
      {element}
    </Fragment>
  ));
}
