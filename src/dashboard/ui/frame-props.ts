/** What a drawer and a dialog of Mantine's have in common: both come at once, and wear the page's own styles. */
export function frameProps(classes: CSSModuleClasses) {
  const { content = '', header = '', title = '', body = '' } = classes;
  return {
    opened: true,
    transitionProps: { duration: 0 },
    closeButtonProps: { 'aria-label': 'Close' },
    classNames: { content, header, title, body },
  };
}
