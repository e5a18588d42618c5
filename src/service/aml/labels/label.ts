import * as z from 'zod/mini';
import { lineOfText } from '#contract/fields.ts';
import { checkAddress } from '#domain/addresses.ts';
import { isNetwork, withdrawalNetworks, type Network } from '#domain/networks.ts';
import { categoryNames, isCategory, residuals, type Category } from '../screening/categories.ts';

/** Whose an address is, according to a source. The address in its canonical spelling. */
export type NewLabel = {
  network: Network;
  address: string;
  entity: string;
  category: Category;
  source: string;
};

export type LabelFields = Record<'network' | 'address' | 'entity' | 'category' | 'source', string>;

const lineOf = { entity: lineOfText(128), source: lineOfText(200) };

/** Parses the fields of a label, or explains what is wrong with them to the file's author. */
export function parseLabel(fields: LabelFields): { label: NewLabel } | { reason: string } {
  const { network, category } = fields;
  if (!isNetwork(network)) {
    return { reason: `network "${network}" is unknown; allowed: ${withdrawalNetworks.join(', ')}` };
  }
  const address = checkAddress(network, fields.address);
  if (!address.ok) return { reason: `address "${fields.address.slice(0, 100)}": ${address.reason}` };
  const described = parseDescription(fields);
  if ('reason' in described) return described;
  if (!isCategory(category)) return { reason: wrongCategory(category) };
  return { label: { network, address: address.address, category, ...described } };
}

function wrongCategory(category: string): string {
  return `category "${category}" is unknown; allowed: ${categoryNames.join(', ')}`;
}

function parseDescription(
  fields: Pick<LabelFields, 'entity' | 'source'>,
): { entity: string; source: string } | { reason: string } {
  const entity = z.safeParse(lineOf.entity, fields.entity);
  if (!entity.success) return { reason: `entity ${entity.error.issues[0]?.message}` };
  const source = z.safeParse(lineOf.source, fields.source);
  if (!source.success) return { reason: `source ${source.error.issues[0]?.message}` };
  // A report must not show an owner's name where its own words for unknown funds are expected.
  const isReserved = Object.hasOwn(residuals, entity.data.toLowerCase()) || /^other: /i.test(entity.data);
  if (isReserved) return { reason: `entity "${entity.data}" is a word of the report itself` };
  return { entity: entity.data, source: source.data };
}
