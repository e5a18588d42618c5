/** `signed`: below zero is given. `in_out`: a column for each direction. `direction`: a column that names it. */
export const amountLayouts = ['signed', 'in_out', 'direction'] as const;

/** `point`: 1,234.56. `comma`: 1.234,56. */
export const numberFormats = ['point', 'comma'] as const;

/** The order of year, month and day. */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const;

/** Which column of a file says what, by its name in the first line. Null: the file doesn’t say it. */
export type FileMapping = {
  time: string;
  /** The IANA name of the zone of times that don’t say theirs. */
  time_zone: string;
  date_order: (typeof dateOrders)[number];
  amount_layout: (typeof amountLayouts)[number];
  /** With `signed` and `direction`. */
  amount: string | null;
  /** Both with `in_out`. */
  amount_in: string | null;
  amount_out: string | null;
  /** With `direction`. */
  direction: string | null;
  number_format: (typeof numberFormats)[number];
  /** Whether outgoing amounts include their fee. */
  includes_fee: boolean;
  currency: string | null;
  /** The currency of all lines, where no column has it. */
  fixed_currency: string | null;
  network: string | null;
  hash: string | null;
  reference: string | null;
  fee: string | null;
};

/** The fields that name a column. */
export const mappedColumns = [
  'time',
  'amount',
  'amount_in',
  'amount_out',
  'direction',
  'currency',
  'network',
  'hash',
  'reference',
  'fee',
] as const;

export type MappedColumn = (typeof mappedColumns)[number];
