import { qrPicture } from '#dashboard/ui/qr-path.ts';

type DepositSheet = { name: string; address: string; network: string | undefined };

const width = 800;
const height = 1000;
const codeSize = 560;
const font = 'system-ui, sans-serif';

/** What to know before sending to the address. */
export function sendOnly(network: string | undefined): string {
  return network === undefined
    ? 'The network of this address is unknown. Don’t send anything to it.'
    : `Send only on ${network}. Funds sent on another network may be lost.`;
}

/** A PNG of the address with its QR code, to send to a payer. Throws if the browser can't draw it. */
export async function drawDepositSheet({ name, address, network }: DepositSheet): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser can’t draw images.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000';
  context.textAlign = 'center';

  const write = (text: string, y: number, style: string) => {
    context.font = style;
    context.fillText(text, width / 2, y, width - 80);
  };
  write(name, 110, `600 40px ${font}`);

  const { size, path } = qrPicture(address);
  context.save();
  context.translate((width - codeSize) / 2, 160);
  context.scale(codeSize / size, codeSize / size);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array.
  context.fill(new Path2D(path));
  context.restore();

  write(address, 790, '28px ui-monospace, monospace');
  write(sendOnly(network), 860, `26px ${font}`);

  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser can’t save images.');
  return blob;
}
