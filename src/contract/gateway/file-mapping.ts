import * as z from 'zod/mini';
import {
  amountLayouts,
  dateOrders,
  type FileMapping,
  numberFormats,
} from '#domain/reconciliation/file-mapping.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { lineOfText, oneOf, trueOrFalse } from '../fields.ts';

const column = z.nullable(lineOfText(256, { what: 'the name of a column' }));

export const fileMapping = z
  .strictObject({
    time: lineOfText(256, { min: 0 }).check(z.minLength(1, 'Choose the column of the time.')),
    time_zone: lineOfText(64, { what: 'a time zone' }).check(
      z.refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.'),
    ),
    date_order: oneOf(dateOrders),
    amount_layout: oneOf(amountLayouts),
    amount: column,
    amount_in: column,
    amount_out: column,
    direction: column,
    number_format: oneOf(numberFormats),
    includes_fee: trueOrFalse,
    currency: column,
    fixed_currency: z.nullable(lineOfText(16, { what: 'a currency' })),
    network: column,
    hash: column,
    reference: column,
    fee: column,
  } satisfies Record<keyof FileMapping, z.ZodMiniType>)
  .check(
    z.refine(({ amount_layout: layout, amount }) => layout === 'in_out' || amount !== null, {
      path: ['amount'],
      error: 'Choose the column of the amount.',
    }),
    z.refine(({ amount_layout: layout, amount_in: received }) => layout !== 'in_out' || received !== null, {
      path: ['amount_in'],
      error: 'Choose the column of received amounts.',
    }),
    z.refine(({ amount_layout: layout, amount_out: given }) => layout !== 'in_out' || given !== null, {
      path: ['amount_out'],
      error: 'Choose the column of sent amounts.',
    }),
    z.refine(({ amount_layout: layout, direction }) => layout !== 'direction' || direction !== null, {
      path: ['direction'],
      error: 'Choose the column of the direction.',
    }),
    z.refine(({ currency, fixed_currency: fixed }) => currency !== null || fixed !== null, {
      path: ['currency'],
      error: 'Choose the column of the currency, or enter one for all lines.',
    }),
    z.refine(({ includes_fee: includes, fee }) => !includes || fee !== null, {
      path: ['fee'],
      error: 'Choose the column of the fee that amounts include.',
    }),
  );
