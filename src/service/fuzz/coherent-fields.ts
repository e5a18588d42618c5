import { networksOfAddress } from '#domain/addresses.ts';
import { currenciesOf, isNetwork, type Network } from '#domain/networks.ts';
import { outsideAddresses, type Fields, type FieldValue } from './field-values.ts';

/**
 * The same fields with an amount, a currency and addresses of the network that they name: fields that are each right
 * alone seldom make a request that can be done.
 */
export function ofOneNetwork(fields: Fields): Fields {
  const given = fields['network'];
  const network = given && 'literal' in given ? String(given.literal) : '';
  if (!isNetwork(network)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fitting(name, value, network)]),
  );
}

function fitting(name: string, value: FieldValue, network: Network): FieldValue {
  if (name === 'currency') return { literal: currenciesOf(network)[0] };
  if (name === 'amount') return { literal: '25' };
  const isAddress = name === 'address' || name === 'value' || name.endsWith('_wallet');
  if (!isAddress) return value;
  return 'known' in value ? { ...value, network } : { literal: outsideAddresses[network] };
}

export function isAddressOf(network: Network, text: string): boolean {
  return networksOfAddress(text).includes(network);
}
