import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type WalletNetwork, walletNetworks } from '#domain/networks.ts';
import type { Tables } from '#database/tables.ts';
import { ServiceError } from '#http/service-error.ts';

// The image of a page is asked for without a key, so that it stands outside the contract's operations and
// says for itself whether it may be shown: the path carries a code that only the service can compute.
// No one can find out by guessing which addresses are ours, and no one can have the service's name
// vouch for an address of their own.

const imagePath = '/qr/:network/:address/:code.png';
const pixels = 320;
const codeLength = 22;

const parameters = z.object({
  network: z.enum(walletNetworks),
  address: z.string().check(z.regex(/^[0-9A-Za-z]{20,100}$/)),
  code: z.string().check(z.regex(/^[\w-]{22}$/)),
});

/** The absolute URL of the QR image of a wallet's address. */
export async function qrUrl(
  db: Kysely<Tables>,
  base: string,
  { network, address }: { network: WalletNetwork; address: string },
): Promise<string> {
  return `${base}/qr/${network}/${address}/${await codeOf(db, network, address)}.png`;
}

export function registerWalletQr(app: FastifyInstance, db: Kysely<Tables>): void {
  app.get(imagePath, async (request, reply) => {
    const read = z.safeParse(parameters, request.params);
    if (!read.success) throw noImage();
    const { network, address, code } = read.data;
    const expected = await codeOf(db, network, address);
    if (!timingSafeEqual(Buffer.from(code), Buffer.from(expected))) throw noImage();
    // Read with the first image, like all that few starts need.
    const { toBuffer } = await import('qrcode');
    const image = await toBuffer(address, { type: 'png', width: pixels, errorCorrectionLevel: 'M' });
    return reply
      .type('image/png')
      .headers({
        // The same for ever: nothing of it can change without changing the path.
        'cache-control': 'public, max-age=31536000, immutable',
        // A shop shows it on its own pages, and anyone with the URL may have the image anyway.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .send(image);
  });
}

/**
 * The extended public key is the secret: every process on the database has it, it outlives restarts, and
 * it never leaves the service. Networks that share a key need codes of their own.
 */
async function codeOf(db: Kysely<Tables>, network: WalletNetwork, address: string): Promise<string> {
  const chain = await db
    .selectFrom('address_chains')
    .select(['extended_public_key as key', 'counter_network as counter'])
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  const subject = chain.counter === network ? address : `${network}/${address}`;
  return createHmac('sha256', chain.key).update(`qr/${subject}`).digest('base64url').slice(0, codeLength);
}

function noImage(): ServiceError {
  return new ServiceError(404, 'Image not found');
}
