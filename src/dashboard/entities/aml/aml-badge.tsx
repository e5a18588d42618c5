import {
  IconAlertCircle,
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconLoader,
  IconPlayerPause,
  IconShieldOff,
  IconShieldQuestion,
} from '@tabler/icons-react';
import type { AmlBand, AmlDecision, AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import type { AmlState } from '#contract/gateway/aml-check.ts';
import { type Sanctions, sanctionsLabel } from '#domain/aml/sanctions.ts';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import classes from './aml-badge.module.css';

/** How bands, states and decisions look. */
export const looks = {
  low: ['positive', IconCircleCheck],
  unknown: ['neutral', IconShieldQuestion],
  medium: ['warning', IconAlertCircle],
  high: ['negative', IconAlertTriangle],
  severe: ['severe', IconBan],
  queued: ['neutral', IconCircleDashed],
  asking: ['warning', IconLoader],
  waiting: ['warning', IconLoader],
  stopped: ['neutral', IconPlayerPause],
  finished: ['positive', IconCircleCheck],
  failed: ['negative', IconAlertTriangle],
  lost: ['negative', IconAlertCircle],
  accepted: ['positive', IconCircleCheck],
  rejected: ['negative', IconBan],
  escalated: ['warning', IconAlertCircle],
} as const satisfies Record<AmlBand | AmlState | AmlDecision, unknown>;

/** How risky something is, how far a check is, or what was decided: by icon, word and color together. */
export function AmlBadge({ of }: { of: AmlBand | AmlState | AmlDecision | undefined }) {
  if (of === undefined) return 'unreadable';
  const [tone, icon] = looks[of];
  return (
    <Badge tone={tone} icon={icon}>
      {amlLabels[of]}
    </Badge>
  );
}

type SanctionsTagProps = {
  sanctions: Sanctions;
  /** A short text, if there is no room for the names of the lists. */
  text?: string;
};

/**
 * The sanctions state that a user must know: which lists name the subject, or that it wasn't screened. Nothing if it
 * was and no list names it.
 */
export function SanctionsTag({ sanctions, text = sanctionsLabel(sanctions) }: SanctionsTagProps) {
  const { state } = sanctions;
  if (state === 'not_named') return null;
  const isNamed = state === 'named';
  return (
    <Badge tone={isNamed ? 'severe' : 'neutral'} icon={isNamed ? IconBan : IconShieldOff}>
      {text}
    </Badge>
  );
}

type Props = {
  band: AmlBand;
  /** The raw number of the provider; null where its report has none. */
  score: string | null | undefined;
  /** Why nothing follows from the report; see `notFoundLabel`. */
  reason?: string | undefined;
};

/** The risk rating, always with the raw score next to it. */
export function BandBadge({ band, score, reason }: Props) {
  const label = reason === undefined ? undefined : `${amlLabels[band]}: ${reason}`;
  return (
    <span className={classes['scored']} title={label}>
      <AmlBadge of={band} />
      {reason !== undefined && <span className="unseen">: {reason}, score </span>}
      {score ?? 'no score'}
    </span>
  );
}

/** What bands, states and decisions are called. */
export const amlLabels = {
  low: 'Low',
  unknown: 'Unknown',
  medium: 'Medium',
  high: 'High',
  severe: 'Severe',
  queued: 'Queued',
  asking: 'Sending',
  waiting: 'Waiting for report',
  stopped: 'Stopped',
  finished: 'Finished',
  failed: 'Failed',
  lost: 'Outcome unknown',
  accepted: 'Accepted',
  rejected: 'Rejected',
  escalated: 'Escalated',
} as const satisfies Record<AmlBand | AmlState | AmlDecision, string>;

/** The name of the user or API key that asked or decided, otherwise its fingerprint. */
export function keyLabel(name: string | null | undefined, fingerprint: string | undefined): string {
  return name ?? `key ${fingerprint}`;
}

/** Where a decision that is carried over was made, and by whom. */
export function originLabel({
  checked_at,
  decision,
  decided_by,
  key_fingerprint,
}: AmlDecisionRecord): string {
  return `Carried over from the check on ${checked_at.slice(0, 10)}: ${amlLabels[decision].toLowerCase()} by ${keyLabel(decided_by, key_fingerprint)}`;
}

/** `accepted`, or `accepted (carried over)`. */
export function decisionLabel(decision: AmlDecision, isCarriedOver: boolean): string {
  return `${amlLabels[decision].toLowerCase()}${isCarriedOver ? ' (carried over)' : ''}`;
}
