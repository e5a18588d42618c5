type Changed = { updated_at: string | null; updated_by: string | null };

/** Who changed them last, a user or an API key, and when. */
export function LastChange({ setting }: { setting: Changed }) {
  const { updated_at: at, updated_by: by } = setting;
  if (at === null) return <p>Default settings</p>;
  return (
    <p>
      Last changed{by === null ? ' ' : ` by ${by}, `}
      <time dateTime={at}>
        {at.slice(0, 10)} {at.slice(11, 16)} UTC
      </time>
      .
    </p>
  );
}
