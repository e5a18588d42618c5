import { lazy, Suspense } from 'react';
import classes from './qr-code.module.css';

// Its encoder is needed only where a code is shown.
const QrSvg = lazy(async () => ({ default: (await import('./qr-svg.tsx')).QrSvg }));

/** A text to scan, drawn in the browser, so that no other site learns it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes['frame']}>
      <Suspense fallback={null}>
        <QrSvg text={text} label={label} />
      </Suspense>
    </div>
  );
}

/** A wallet's address to scan. */
export function AddressQrCode({ address }: { address: string }) {
  return <QrCode text={address} label={`QR code of the address ${address}`} />;
}
