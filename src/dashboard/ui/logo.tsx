/** The product's logo, decoration next to its name. */
export function Logo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M8 12.500A2.500 2.500 0 0 1 10.500 10H21v3.500M8 12.500V20a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1v-6.500a1 1 0 0 0-1-1H9a1 1 0 0 1-1-1Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="20.500" cy="17.750" r="1.350" fill="#fff" />
    </svg>
  );
}
