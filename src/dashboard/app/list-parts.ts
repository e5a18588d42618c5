// What every list draws, though only lazy pages import it. With the entry it compresses better than beside it, and
// is there when the rows are. Nothing runs: what no page uses is left out.
import '#contract/amounts.ts';
import '#contract/fields.ts';
import '#contract/wallet-service/base.ts';
import '../features/session/use-permission.ts';
import '../lib/capitalise.ts';
import '../lib/list-state.ts';
import '../lib/network-words.ts';
import '../lib/setting.ts';
import '../ui/address.tsx';
import '../ui/amount.tsx';
import '../ui/data-table/data-table.tsx';
import '../ui/permitted-link.tsx';
import '../ui/status-badge.tsx';
