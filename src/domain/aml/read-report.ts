import { compare, subtract, sum } from '../arithmetic.ts';
import { type Decimal, decimal, isNegative, parseDecimal } from '../decimal.ts';
import { decimalFromJson, parseJson } from '../json.ts';
import { type MessageLine, parseReportMessage } from './report-message.ts';

/** In percent, 0 or more; null where the report names it without a share that can be read. */
export type FundShare = { name: string; share: Decimal | null };

/** Where funds come from, by one way of telling. */
export type Exposure = {
  /** The largest first; those without a share last. */
  shares: FundShare[];
  /** What is left to 100; below zero where the shares add up to more. Null where no share could be read. */
  remainder: Decimal | null;
};

/** A label of the subject itself, or of a party of the transaction. */
type DirectHit = { category: string; entity: string; role: string; address: string; source: string };

/** All that a report says. Text of it is the provider's: to be shown as text, never as markup or as a link. */
export type AmlFindings = {
  /** Null where the report has none that can be read. */
  score: Decimal | null;
  /** `types_of_funding`. */
  categories: Exposure;
  /** The part of each category's funds that came directly from it (`direct_exposure`); null if the report has none. */
  directExposure: Exposure | null;
  /** The direct hits (`direct_hits`); null if the provider doesn't list them. */
  directHits: DirectHit[];
  /** Whether one of the two has a form that is not read, so that categories may be in it that are not here. */
  hasUnreadCategories: boolean;
  /** `sources_of_funding`. */
  sources: Exposure;
  owner: string | null;
  transactions: { total: Decimal | null; inputs: Decimal | null; outputs: Decimal | null };
  balances: { currency: string; amount: Decimal }[];
  /** The provider's spelling. */
  lastOperation: string | null;
  risk: { score: Decimal | null; level: string | null };
  message: MessageLine[];
  /** Empty if there is none. */
  pdfLink: string;
  /** As the provider writes it; null if there is none. */
  checksBalance: string | null;
  /**
   * All other fields, with their paths in the report, so that nothing is hidden. Values as `parseJson` returns them.
   */
  other: { path: string; value: unknown }[];
};

/** What of a report is weighed and compared. Never long, however long the report is, and plain data. */
export type ReportResult = Pick<
  AmlFindings,
  | 'score'
  | 'categories'
  | 'directExposure'
  | 'directHits'
  | 'hasUnreadCategories'
  | 'sources'
  | 'transactions'
  | 'balances'
  | 'pdfLink'
  | 'checksBalance'
>;

export function resultOf(report: AmlFindings): ReportResult {
  const { score, categories, directExposure, directHits, hasUnreadCategories, sources } = report;
  const { transactions, balances, pdfLink, checksBalance } = report;
  return {
    score,
    categories,
    directExposure,
    directHits,
    hasUnreadCategories,
    sources,
    transactions,
    balances,
    pdfLink,
    checksBalance,
  };
}

const HUNDRED = decimal(100);
/** No share or score needs more digits, and no sum of such can outgrow the arithmetic. */
const MOST_DIGITS = 40;
/** No report has a tenth of these. What exceeds them is not read: it stays in `other`, and never counts as low. */
const MOST_MEMBERS = 2000;
const MOST_LETTERS = 100_000;
const LONGEST_LINK = 4096;
const LONGEST_BALANCE = 100;

/**
 * Parses the response that a report came in: its JSON text, with or without the envelope. Undefined if there is no
 * report in it. A field of an unexpected form is never an error: it is put into `other`.
 */
export function parseReport(answer: string): AmlFindings | undefined {
  let parsed: unknown;
  try {
    parsed = parseJson(answer);
  } catch {
    return undefined;
  }
  const envelope = fieldsOf(parsed);
  const data = fieldsOf(envelope?.['data']) ?? envelope;
  return data === undefined ? undefined : parseReportData(data);
}

/** What `parseReport` does, of the envelope's `data` as `parseJson` gave it. */
export function parseReportData(data: Readonly<Record<string, unknown>>): AmlFindings | undefined {
  if (!('aml_score' in data) && fieldsOf(data['params']) === undefined) return undefined;
  const report = new Fields('', data);
  const params = report.fields('params', 'params');
  const risk = params?.fields('risk', 'params.risk');
  const transactions = params?.fields('transactions', 'params.transactions');
  const types = params?.fields('types_of_funding', 'params.types_of_funding');
  const direct = params?.fields('direct_exposure', 'params.direct_exposure');
  const sources = params?.fields('sources_of_funding', 'params.sources_of_funding');
  const balances = params?.fields('balances', 'params.balances');
  const directHits = params?.directHits('direct_hits') ?? [];
  report.skip('user_id');
  const findings = {
    score: report.number('aml_score'),
    categories: exposureOf(types),
    directExposure: direct === undefined ? null : exposureOf(direct),
    directHits,
    hasUnreadCategories: params?.hasUnread('types_of_funding', 'direct_hits') ?? isPresent(data['params']),
    sources: exposureOf(sources),
    owner: params?.text('owner') ?? null,
    transactions: {
      total: transactions?.number('total') ?? null,
      inputs: transactions?.number('inputs') ?? null,
      outputs: transactions?.number('outputs') ?? null,
    },
    balances: (balances?.names() ?? []).flatMap((currency) => {
      const amount = balances?.number(currency) ?? null;
      return amount === null ? [] : [{ currency, amount }];
    }),
    lastOperation: params?.text('last_operation') ?? null,
    risk: { score: risk?.number('score') ?? null, level: risk?.text('level') ?? null },
    message: parseReportMessage(report.text('message') ?? ''),
    pdfLink: report.text('pdf_link', LONGEST_LINK) ?? '',
    checksBalance: report.text('checks_balance', LONGEST_BALANCE) ?? report.number('checks_balance'),
  };
  const all = [types, direct, sources, transactions, risk, balances, params, report];
  return { ...findings, other: all.flatMap((fields) => fields?.unread() ?? []) };
}

/** An object of the report that knows which of its fields were read. */
class Fields {
  readonly #path: string;
  readonly #unread: Map<string, unknown>;
  readonly #names: string[];

  constructor(path: string, values: Readonly<Record<string, unknown>>) {
    this.#path = path;
    this.#names = Object.keys(values);
    this.#unread = new Map(Object.entries(values).filter(([, value]) => isPresent(value)));
  }

  names(): readonly string[] {
    return this.#names;
  }

  skip(name: string): void {
    this.#unread.delete(name);
  }

  text(name: string, longest = Number.POSITIVE_INFINITY): string | null {
    const value = this.#unread.get(name);
    if (typeof value !== 'string' || value.length > longest) return null;
    this.#unread.delete(name);
    return value;
  }

  /** Reads a number, or a text that is one, with or without a percent sign. */
  number(name: string): Decimal | null {
    const value = parseNumber(this.#unread.get(name));
    if (value !== null) this.#unread.delete(name);
    return value;
  }

  share(name: string): Decimal | null {
    const value = parseNumber(this.#unread.get(name));
    if (value === null || isNegative(value)) return null;
    this.#unread.delete(name);
    return value;
  }

  directHits(name: string): DirectHit[] {
    const value = this.#unread.get(name);
    if (!Array.isArray(value) || value.length > MOST_MEMBERS) return [];
    const hits = value.map(directHitOf);
    const texts = hits.flatMap((hit) => (hit === undefined ? [] : Object.values(hit)));
    if (lettersOf(texts) > MOST_LETTERS) return [];
    const known = hits.filter((hit) => hit !== undefined);
    if (known.length === hits.length) this.#unread.delete(name);
    return known;
  }

  /** An empty list says nothing in any form: some write it for an object without fields. */
  hasUnread(...names: readonly string[]): boolean {
    const values = names.flatMap((name) => (this.#unread.has(name) ? [this.#unread.get(name)] : []));
    return values.some((value) => !Array.isArray(value) || value.length > 0);
  }

  fields(name: string, path: string): Fields | undefined {
    const values = fieldsOf(this.#unread.get(name));
    if (values === undefined) return undefined;
    const names = Object.keys(values);
    if (names.length > MOST_MEMBERS || lettersOf(names) > MOST_LETTERS) return undefined;
    this.#unread.delete(name);
    return new Fields(path, values);
  }

  unread(): { path: string; value: unknown }[] {
    return [...this.#unread].map(([name, value]) => ({
      path: this.#path === '' ? name : `${this.#path}.${name}`,
      value,
    }));
  }
}

/** Undefined for what has no category, or says more than a hit does. */
function directHitOf(source: unknown): DirectHit | undefined {
  const hit = fieldsOf(source);
  const names = ['category', 'entity', 'role', 'address', 'source'] as const;
  if (hit === undefined || typeof hit['category'] !== 'string') return undefined;
  const isWhole = Object.entries(hit).every(
    ([name, value]) => typeof value === 'string' && names.some((known) => known === name),
  );
  if (!isWhole) return undefined;
  const text = (name: (typeof names)[number]) => (typeof hit[name] === 'string' ? hit[name] : '');
  return {
    category: hit['category'],
    entity: text('entity'),
    role: text('role'),
    address: text('address'),
    source: text('source'),
  };
}

function exposureOf(fields: Fields | undefined): Exposure {
  const shares = (fields?.names() ?? []).map((name) => ({ name, share: fields?.share(name) ?? null }));
  const known = shares.flatMap(({ share }) => (share === null ? [] : [share]));
  return {
    shares: shares.toSorted(byShare),
    remainder: known.length === 0 ? null : subtract(HUNDRED, sum(known)),
  };
}

function byShare(a: FundShare, b: FundShare): number {
  if (a.share === null || b.share === null) return Number(a.share === null) - Number(b.share === null);
  return compare(b.share, a.share);
}

function parseNumber(value: unknown): Decimal | null {
  const number =
    typeof value === 'string' ? parseDecimal(value.trim().replace(/\s?%$/, '')) : decimalFromJson(value);
  return number === undefined || number.length > MOST_DIGITS ? null : number;
}

function lettersOf(texts: readonly string[]): number {
  return texts.reduce((letters, text) => letters + text.length, 0);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The fields of a JSON object; undefined for anything else. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.fromEntries(Object.entries(value)) : undefined;
}
