/** The code of what the page of balances shows, each part loaded when it is opened. */
export const balancesCode = {
  overview: async () => (await import('./overview/overview.tsx')).Overview,
  check: async () => (await import('./check/check.tsx')).Check,
};
