import { useState, useSyncExternalStore } from 'react';

/**
 * What a drawer and a dialog of Mantine's have in common: both come at once, and wear the page's own styles. One that the
 * page comes with is drawn by the server, which can't draw a portal, and stays where it is.
 */
export function useFrameProps(classes: CSSModuleClasses) {
  const isFromServer = useSyncExternalStore(
    () => () => undefined,
    () => false,
    // On the server, and wherever React takes over what the server has drawn.
    () => true,
  );
  // As it was drawn first, for as long as it is open.
  const [isInPlace] = useState(isFromServer);
  const { content = '', header = '', title = '', body = '' } = classes;
  return {
    opened: true,
    withinPortal: !isInPlace,
    transitionProps: { duration: 0 },
    closeButtonProps: { 'aria-label': 'Close' },
    classNames: { content, header, title, body },
  };
}
