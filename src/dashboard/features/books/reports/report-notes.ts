import type { ReportName } from '#domain/reports/report.ts';

type Text = {
  /** Where there is nothing to report. */
  empty: string;
  /** What is counted, and why nothing is counted twice. */
  notes: readonly string[];
};

/** What the page says about each report. */
export const reportTexts: Record<ReportName, Text> = {
  fees: {
    empty: 'No fees were paid in this period, or in the one before it.',
    notes: [
      'Each fee is one ledger entry, in the currency it was paid in, so no fee is counted twice. The fee of an exchange is deducted before the funds arrive, and is not in a statement’s fees.',
    ],
  },
  flows: {
    empty: 'No deposits or withdrawals were booked in this period, or in the one before it.',
    notes: [
      'Inflow is what deposits brought, outflow what withdrawals sent without their fees. Withdrawals to your own wallets are outflow where they left and inflow where they arrived. Net is inflow minus outflow.',
    ],
  },
  exchanges: {
    empty: 'Nothing was exchanged in this period, or in the one before it.',
    notes: [
      'The effective rate is received divided by given, after all fees, to 18 decimals. At stated rates is what each exchange’s own rate would have given without a fee. The spread is how much less was received, in percent of that, to 4 decimals.',
    ],
  },
  counterparties: {
    empty: 'No deposits or withdrawals were booked in this period, or in the one before it.',
    notes: [
      'A counterparty is an address on a network, ranked by received plus sent, fees excluded. Only the 50 largest are listed; the others are added up in one row.',
      'Figures count by booking time. The linked list of transactions goes by creation time, so one that was created in one period and booked in another is in the other period’s list.',
    ],
  },
};
