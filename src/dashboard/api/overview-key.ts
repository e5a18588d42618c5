/** The beginning of the keys of all that is read for the overview alone. */
export const overviewKey = 'overview';
