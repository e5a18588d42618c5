import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { Box, Stack, Text } from '@mantine/core';
import { ChoiceCard } from '#dashboard/ui/choice-list.tsx';
import type { Instant } from '#domain/time.ts';
import { formatExactInstant } from '#dashboard/lib/zoned-time.ts';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Button } from '#dashboard/ui/button.tsx';
import type { ExportFormat, ExportSubject } from '../export-request.ts';
import dialog from '#dashboard/ui/dialog.module.css';

type Props = {
  subject: ExportSubject;
  count: number | undefined;
  format: ExportFormat;
  onFormat: (format: ExportFormat) => void;
  onStart: () => void;
  onClose: () => void;
};

const choices: [format: ExportFormat, name: string, what: string][] = [
  ['csv', 'CSV', 'For programs: a zip of the rows and, beside them, what they are (.meta.json)'],
  ['xlsx', 'XLSX', 'For spreadsheets: a sheet of the rows and one of what they are'],
  ['json', 'JSON', 'One object: what the rows are, and the rows, amounts as text'],
];

/** What will be exported, and as what. */
export function ExportChoice({ subject, count, format, onFormat, onStart, onClose }: Props) {
  const { filterWords, pin, zone } = subject;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onStart();
      }}
    >
      <Stack gap="lg">
        <Facts isWide isPlain>
          <Fact name="Rows">
            {count === undefined ? 'All that match' : `${groupDigits(count)}, all that match`}
          </Fact>
          <Fact name="Filters">
            {filterWords.length === 0 && 'None'}
            {filterWords.map(({ label, value }) => (
              <Text span display="block" inherit key={label}>
                {label}: {value}
              </Text>
            ))}
          </Fact>
          {/* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an Instant, as the subject says */}
          <Fact name="Nothing newer than">{formatExactInstant(pin as Instant, zone)}</Fact>
          <Fact name="Times in">{zone}</Fact>
        </Facts>
        <Stack component="fieldset" gap="sm">
          <Box component="legend" mb="sm" fw={500}>
            Format
          </Box>
          {choices.map(([value, name, what]) => (
            <ChoiceCard key={value}>
              <input
                type="radio"
                name="format"
                value={value}
                checked={format === value}
                data-autofocus={format === value || undefined}
                onChange={() => onFormat(value)}
              />
              <span>
                <Text component="strong" size="md" fw={500}>
                  {name}
                </Text>
                <Text span display="block" c="dimmed" size="sm">
                  {what}
                </Text>
              </span>
            </ChoiceCard>
          ))}
        </Stack>
        <div className={dialog['footer']}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit">Start export</Button>
        </div>
      </Stack>
    </form>
  );
}
