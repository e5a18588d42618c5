import { judgeOrder } from '#contract/judge-order.ts';
import type { Finding, ProbedList } from './probe-parameter.ts';
import { ignored, unknown } from './probe-parameter.ts';
import { withoutDefaults } from '#contract/check-answer.ts';

/** Enough rows for different values. */
const orderedRows = 100;

/** What is found out about each sort order, and about `sort_direction`. */
export async function probeOrders(list: ProbedList): Promise<Map<string, Finding>> {
  const { operation, ask, pageSize } = list;
  const found = new Map<string, Finding>();
  const { sort_by: sort, sort_direction: direction } = operation.rows?.parameters ?? {};
  if (sort?.kind !== 'sort') return found;
  for (const value of Object.keys(sort.by)) {
    const asked = async (sort_direction: string) => {
      const query = { sort_by: value, sort_direction };
      const answer = await ask({
        ...withoutDefaults(operation, query),
        limit: String(Math.min(orderedRows, pageSize)),
      });
      return { query, answer };
    };
    const [down, up] = [await asked('desc'), await asked('asc')];
    found.set(`sort_by=${value}`, orderFinding(list, down, up));
    if (direction !== undefined && found.get('sort_direction')?.state !== 'proved') {
      const finding = directionFinding(operation, down, up);
      if (finding.state !== 'unknown' || !found.has('sort_direction')) found.set('sort_direction', finding);
    }
  }
  return found;
}

type Asked = { query: Record<string, string>; answer: Awaited<ReturnType<ProbedList['ask']>> };

const notEnough = unknown('Too few rows differ to tell.');
const proved: Finding = { state: 'proved', detail: null };

function orderFinding({ operation, rows, pageSize }: ProbedList, down: Asked, up: Asked): Finding {
  const { answer } = down;
  if (answer.kind === 'refused') {
    const reason = answer.reasonOf('sort_by') ?? answer.reasonOf('sort_direction');
    return reason === undefined
      ? unknown('The provider refused it without naming it.')
      : { state: 'disproved', detail: reason };
  }
  if (answer.kind !== 'rows') return unknown(answer.kind === 'failed' ? answer.reason : 'missing');
  const verdict = judgeOrder(operation, down.query, answer.rows);
  if (verdict === 'other') return ignored;
  if (verdict !== 'open') return proved;
  if (up.answer.kind !== 'rows') return notEnough;
  const ascending = judgeOrder(operation, up.query, up.answer.rows);
  if (ascending === 'other') return ignored;
  if (ascending !== 'open') return proved;
  // Groups have no order of their own: they are together, where they aren’t without sorting.
  const unsorted = judgeOrder(operation, down.query, rows.slice(0, Math.min(orderedRows, pageSize)));
  return unsorted === 'other' ? proved : notEnough;
}

function directionFinding(operation: ProbedList['operation'], down: Asked, up: Asked): Finding {
  if (up.answer.kind === 'refused') {
    const reason = up.answer.reasonOf('sort_direction');
    // What it says of the sort order is about that.
    return reason === undefined ? notEnough : { state: 'disproved', detail: reason };
  }
  if (down.answer.kind !== 'rows' || up.answer.kind !== 'rows') return notEnough;
  const verdicts = [
    judgeOrder(operation, down.query, down.answer.rows),
    judgeOrder(operation, up.query, up.answer.rows),
  ];
  if (verdicts[0] === 'as_asked' && verdicts[1] === 'as_asked') return proved;
  return verdicts.includes('reversed') ? ignored : notEnough;
}
