const offered = [1, 7, 14, 30, 90, 180, 365];

/** How often a subject can be checked, `days` among it, as choices. */
export function periodChoices(days: number): { value: string; label: string }[] {
  return [...new Set([...offered, days])]
    .toSorted((a, b) => a - b)
    .map((each) => ({ value: String(each), label: periodLabel(each) }));
}

function periodLabel(days: number): string {
  return days === 1 ? 'Every day' : `Every ${days} days`;
}
