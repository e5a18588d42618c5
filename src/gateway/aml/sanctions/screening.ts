import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { type Sanctions, type SanctionsList, sanctionsOf } from '#domain/aml/sanctions.ts';
import type { Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import { findListed, listEveryList, type SanctionsListRow } from './sanctions.store.ts';

type Subject = { kind: 'address' | 'transaction'; network: Network; value: string };

/** What a check knows that matters for sanctions. */
type ScreenedCheck = Subject & { is_sanctioned: boolean | null; ended_at: Instant | null; state: string };

/** What the account's sanctions lists say about some subjects. */
export type Screening = {
  /** A subject's state, by the lists that are loaded now. */
  ofSubject: (subject: Subject, isNamedByReport?: boolean) => Sanctions;
  /** The state of a check's subject, by its report and the lists that are loaded now. */
  ofCheck: (check: ScreenedCheck) => Sanctions;
  /** The state of a check's subject, by the lists that were loaded when its report came; null before that. */
  ofCheckThen: (check: ScreenedCheck) => Sanctions | null;
};

/** Looks the subjects up in every list that the account has or had. */
export async function screenSubjects(
  db: Kysely<Tables>,
  accountId: string,
  subjects: readonly Pick<Subject, 'network' | 'value'>[],
): Promise<Screening> {
  const lists = await listEveryList(db, accountId);
  const listed = lists.length === 0 ? [] : await findListed(db, accountId, subjects);
  const listedOf = Map.groupBy(listed, ({ network, address }) => `${network}:${address}`);

  const screen = (
    { kind, network, value }: Subject,
    isNamedByReport: boolean,
    isLoaded: (list: SanctionsListRow) => boolean,
  ): Sanctions => {
    const loaded = lists.filter(isLoaded);
    const matches = (listedOf.get(`${network}:${value}`) ?? []).flatMap(({ list_id: id, entity }) => {
      const list = loaded.find((each) => each.list_id === id);
      return list === undefined ? [] : [{ ...facts(list), entity }];
    });
    return sanctionsOf({ kind, lists: loaded.map(facts), matches, isNamedByReport });
  };

  const ofSubject: Screening['ofSubject'] = (subject, isNamedByReport = false) =>
    screen(subject, isNamedByReport, (list) => list.removed_at === null);
  return {
    ofSubject,
    ofCheck: (check) => ofSubject(check, check.is_sanctioned === true),
    ofCheckThen: (check) => {
      const { ended_at: at, state } = check;
      if (at === null || state !== 'finished') return null;
      return screen(
        check,
        check.is_sanctioned === true,
        (list) => list.loaded_at <= at && (list.removed_at === null || list.removed_at > at),
      );
    },
  };
}

function facts({ name, list_date: date, entries }: SanctionsListRow): SanctionsList {
  return { name, date, entries };
}
