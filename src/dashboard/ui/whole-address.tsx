/** Half of so many characters fits in a line of a drawer, and of a phone. */
const mostInTwoLines = 44;

/**
 * A value to be read in full. An address that is too long for its line breaks in the middle, so that its last characters,
 * which people compare, aren't left alone; a longer value, such as a hash, or a text breaks where it must.
 */
export function WholeAddress({ value }: { value: string }) {
  if (value.length > mostInTwoLines || /\s/.test(value)) return value;
  const middle = Math.ceil(value.length / 2);
  return (
    <>
      {value.slice(0, middle)}
      <wbr />
      {value.slice(middle)}
    </>
  );
}
