import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import { imageUrl } from './doc-files.ts';
import { resolveDocLink } from './doc-link.ts';
import classes from './prose.module.css';
import { sectionOf, textOf } from './parse-doc.ts';

/** A document's text. HTML in it is shown as text, so nothing in a document can run or change styles. */
export function Prose({ tokens }: { tokens: readonly Token[] }) {
  return <div className={classes['prose']}>{nodesOf(tokens)}</div>;
}

function nodesOf(tokens: readonly Token[]): ReactNode {
  return inPlace(tokens.map(nodeOf));
}

/** A document doesn't change: what is in it needs no keys. */
function inPlace(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

function nodeOf(token: Token): ReactNode {
  // Without extensions, these are all that marked returns.
  const known = token as MarkedToken;
  switch (known.type) {
    case 'heading':
      return <Heading heading={known} />;
    case 'paragraph':
      return isImage(known) ? (
        <Frame label="Diagram">{nodesOf(known.tokens)}</Frame>
      ) : (
        <p>{nodesOf(known.tokens)}</p>
      );
    case 'list':
      return <List list={known} />;
    case 'table':
      return <Table table={known} />;
    case 'code':
      return (
        <Frame label="Code">
          <pre>
            <code>{known.text}</code>
          </pre>
        </Frame>
      );
    case 'blockquote':
      return <blockquote>{nodesOf(known.tokens)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'text':
      return known.tokens === undefined ? known.text : nodesOf(known.tokens);
    case 'strong':
      return <strong>{nodesOf(known.tokens)}</strong>;
    case 'em':
      return <em>{nodesOf(known.tokens)}</em>;
    case 'del':
      return <del>{nodesOf(known.tokens)}</del>;
    case 'codespan':
      return <code>{known.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <DocLink href={known.href}>{nodesOf(known.tokens)}</DocLink>;
    case 'image':
      return <img src={imageUrl(known.href)} alt={known.text} />;
    case 'list_item':
    case 'escape':
    case 'html':
      return known.text;
    case 'checkbox':
    case 'space':
    case 'def':
      break;
  }
  return null;
}

/** What is too wide for the page scrolls within it. */
function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // No region: there may be many on a page, with the same name.
    <Scroller role="group" label={label} className={classes['frame']}>
      {children}
    </Scroller>
  );
}

/** Whether an image is all that a paragraph has. */
function isImage({ tokens }: Tokens.Paragraph): boolean {
  return tokens.length === 1 && tokens[0]?.type === 'image';
}

/** One level below its level in the file: the page has a heading of its own. */
function Heading({ heading }: { heading: Tokens.Heading }) {
  const { id, title } = sectionOf(heading);
  const Level = heading.depth < 3 ? 'h3' : 'h4';
  return (
    <div className={classes['heading']}>
      {/* What a link to the section leads to takes the focus. */}
      <Level id={id} tabIndex={-1}>
        {nodesOf(heading.tokens)}
      </Level>
      <Link to={`#${id}`} aria-label={`Link to “${title}”`}>
        #
      </Link>
    </div>
  );
}

function List({ list: { ordered, start, items } }: { list: Tokens.List }) {
  const nodes = inPlace(items.map(itemOf));
  return ordered ? <ol start={start === '' ? undefined : start}>{nodes}</ol> : <ul>{nodes}</ul>;
}

function itemOf({ tokens }: Tokens.ListItem): ReactNode {
  return <li>{nodesOf(tokens)}</li>;
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  const label = header.map(({ tokens }) => textOf(tokens)).join(', ');
  return (
    <Frame label={`Table: ${label}`}>
      <table>
        <thead>{rowOf(header)}</thead>
        <tbody>{inPlace(rows.map(rowOf))}</tbody>
      </table>
    </Frame>
  );
}

function rowOf(cells: readonly Tokens.TableCell[]): ReactNode {
  return <tr>{inPlace(cells.map(cellOf))}</tr>;
}

function cellOf({ tokens, header, align }: Tokens.TableCell): ReactNode {
  const end = align === 'right' ? 'end' : undefined;
  if (!header) return <td data-align={end}>{nodesOf(tokens)}</td>;
  return (
    <th scope="col" data-align={end}>
      {nodesOf(tokens)}
    </th>
  );
}

function DocLink({ href, children }: { href: string; children: ReactNode }) {
  const link = resolveDocLink(href);
  if (link === undefined) return children;
  if (link.kind === 'console') return <Link to={link.to}>{children}</Link>;
  return (
    <a href={link.href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
