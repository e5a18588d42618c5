import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/** How far the reader was, by entry of the browser's history. */
const positions = new Map<string, number>();

/**
 * Once the page has loaded, scrolls the console's main area to the section that the address names, to where the reader
 * was if they come back, and otherwise to the top. The router restores the window's position only, and the window
 * doesn't scroll.
 */
export function useSectionScroll(isLoaded: boolean): void {
  const { hash, key } = useLocation();
  useLayoutEffect(() => {
    const main = document.querySelector('main');
    if (!isLoaded || main === null) return undefined;
    const section = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    const position = positions.get(key);
    if (position !== undefined || section === null) main.scrollTo({ top: position ?? 0 });
    else section.scrollIntoView();
    section?.focus({ preventScroll: true });

    const remember = () => positions.set(key, main.scrollTop);
    main.addEventListener('scroll', remember, { passive: true });
    return () => main.removeEventListener('scroll', remember);
  }, [isLoaded, hash, key]);
}
