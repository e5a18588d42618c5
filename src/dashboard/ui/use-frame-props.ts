/**
 * What a drawer and a dialog of Mantine's have in common: both come at once, and wear the page's own styles. Drawn where
 * they are in the page, not in a portal, they come with it from the server.
 */
export function frameProps(classes: CSSModuleClasses) {
  const { content = '', header = '', title = '', body = '' } = classes;
  return {
    opened: true,
    withinPortal: false,
    transitionProps: { duration: 0 },
    closeButtonProps: { 'aria-label': 'Close' },
    classNames: { content, header, title, body },
  };
}
