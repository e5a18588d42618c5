/** The code of what the page of balances shows, each part loaded when it is opened. */
export const balancesCode = {
  overview: async () => (await import('./overview/overview.tsx')).Overview,
  amlFees: async () => (await import('./aml-fees/aml-fees.tsx')).AmlFeesList,
  check: async () => (await import('./check/check.tsx')).Check,
};
