import { lazy, Suspense } from 'react';
import classes from './qr-code.module.css';

// Its encoder is needed only where a code is shown.
const QrSvg = lazy(async () => ({ default: (await import('./qr-svg.tsx')).QrSvg }));

/** A wallet's address to scan, drawn in the browser, so that no other site learns which wallet is looked at. */
export function QrCode({ address }: { address: string }) {
  return (
    <div className={classes['frame']}>
      <Suspense fallback={null}>
        <QrSvg address={address} />
      </Suspense>
    </div>
  );
}
