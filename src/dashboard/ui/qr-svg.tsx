import classes from './qr-code.module.css';
import { qrPicture } from './qr-path.ts';

export function QrSvg({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPicture(text);
  return (
    <svg className={classes['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
