import classes from './qr-code.module.css';
import { qrPicture } from './qr-path.ts';

export function QrSvg({ address }: { address: string }) {
  const { size, path } = qrPicture(address);
  return (
    <svg
      className={classes['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`QR code of the address ${address}`}
    >
      <path d={path} />
    </svg>
  );
}
