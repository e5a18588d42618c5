import { Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useDocumentTitle, usePageTitle } from '#dashboard/lib/use-page-title.ts';
import classes from './page.module.css';

type Props = {
  /** Without it, the title of the page at the current address. */
  title?: string;
  /** Names the browser's tab where the title would be the same for several. */
  tabTitle?: string;
  /** The page's actions, next to the title. */
  actions?: ReactNode;
  /** Takes the height of the window, so that a table scrolls within the page and its header stays. */
  fill?: boolean;
  /** On a phone the actions have a line of their own. */
  hasManyActions?: boolean;
  children: ReactNode;
};

/** A page of the shell: its heading, its actions and its content. Also names the browser's tab. */
export function Page({ title, ...props }: Props) {
  return title === undefined ? <RoutedPage {...props} /> : <TitledPage {...props} title={title} />;
}

function RoutedPage(props: Omit<Props, 'title'>) {
  return <TitledPage {...props} title={usePageTitle()} />;
}

function TitledPage({
  title,
  tabTitle = title,
  actions,
  fill = false,
  hasManyActions = false,
  children,
}: Required<Pick<Props, 'title'>> & Props) {
  useDocumentTitle(tabTitle);
  const page = useFocusFound();
  return (
    <Stack ref={page} gap="lg" className={classes['page']} data-fill={fill || undefined}>
      <Group
        component="header"
        wrap="nowrap"
        gap="lg"
        justify="space-between"
        mih={56}
        mb={-8}
        className={classes['header']}
        data-wraps={hasManyActions || undefined}
      >
        <h1>{title}</h1>
        {actions !== undefined && (
          <Group wrap="nowrap" gap="sm" className={classes['actions']}>
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  );
}

/**
 * What opened the page may be gone with the page before, as the palette is. The keyboard focus then continues in the
 * page, not at the start of the navigation.
 */
function useFocusFound() {
  const page = useRef<HTMLDivElement>(null);
  // True also of the first page that is opened, which the keyboard goes through from the start.
  const isReturn = useRef(useNavigationType() === NavigationType.Pop);
  useEffect(() => {
    if (isReturn.current || document.activeElement !== document.body) return;
    page.current?.closest('main')?.focus({ preventScroll: true });
  }, []);
  return page;
}
