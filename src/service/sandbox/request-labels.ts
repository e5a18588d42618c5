import type { Instant } from '#domain/time.ts';
import type { Random } from './random.ts';

const payees = [
  'Kestrel',
  'Bluefin',
  'Halvorsen',
  'Anatolia Textiles',
  'Saigon JSC',
  'Oduya Legal',
  'Chen Wei',
] as const;
const people = ['Ana', 'Jonas', 'Mehmet', 'Priya', 'Luis', 'Katya', 'Tom'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The caller's own id of a request, in one of the fashions of the systems that make them. Never twice the same. */
export function externalId(random: Random, number: number, at: Instant): string {
  const date = at.slice(0, 10);
  const running = String(number + 1).padStart(5, '0');
  switch (random.integer(5)) {
    case 0:
      return `INV-${date.slice(0, 4)}-${running}`;
    case 1:
      return `payout_${date.replaceAll('-', '')}_${running}`;
    case 2: {
      const digits = random.hex(24);
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(12)}`;
    }
    case 3:
      return `${412_000 + number * 7}`;
    default:
      return `erp:${date.slice(2, 4)}${date.slice(5, 7)}/${running}-${random.pick(['A', 'B', 'C'])}`;
  }
}

/** Comments that people add to a request; usually none. */
export function requestComment(random: Random, walletName: string | undefined): string | null {
  if (random.chance(0.55)) return null;
  const payee = random.pick(payees);
  const person = random.pick(people);
  switch (random.integer(10)) {
    case 0:
      return `Invoice ${1_000 + random.integer(9_000)}, ${payee}`;
    case 1:
      return `ok by ${person} per phone`;
    case 2:
      return `${random.pick(months)} salaries, part ${1 + random.integer(3)}/3`;
    case 3:
      return 'urgent!! client is waiting';
    case 4:
      return `Refund for order #${100_000 + random.integer(900_000)} – “wrong network”`;
    case 5:
      return `rebalancing, see ticket OPS-${100 + random.integer(900)}`;
    case 6:
      return `Settlement ${payee} & Co. <${person.toLowerCase()}@example.com>`;
    case 7:
      return `second try, first one had a typo in the address (${person})`;
    case 8:
      return walletName === undefined ? 'weekly settlement' : `from ${walletName}, as agreed`;
    default:
      return `Für ${payee}: Rechnung ${20_000 + random.integer(9_999)}`;
  }
}
