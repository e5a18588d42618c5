/** A document of `docs/` that the console shows. */
export type Doc = {
  /** Its file in `docs/`, without `.md`, and its address below `/help`. */
  name: string;
  title: string;
  summary: string;
};

/** Where the documentation begins. */
export const helpPath = '/help';

/** What the gateway serves of the API; no page of the dashboard. */
export const referencePath = '/reference';

/** The documents in the order in which they are listed. A test compares the titles and the list with the files. */
export const docGroups: readonly { title: string; docs: readonly Doc[] }[] = [
  {
    title: 'Working with the console',
    docs: [
      {
        name: 'wallets',
        title: 'Wallets',
        summary: 'Types and statuses, notes, and many wallets at once',
      },
      {
        name: 'withdrawals',
        title: 'Withdrawals',
        summary: 'Fees, statuses, imports, and what to do when no confirmation comes',
      },
      {
        name: 'transactions',
        title: 'Transactions and other records',
        summary: 'Time zones, late transactions, and what the lists don’t contain',
      },
      {
        name: 'address-book',
        title: 'Address book',
        summary: 'Saved recipients, the allowlist and the waiting period',
      },
      {
        name: 'statements',
        title: 'Statements',
        summary: 'Opening, movements and closing of a period, and why they add up',
      },
      {
        name: 'value',
        title: 'Values in USD and EUR',
        summary: 'Where exchange rates come from, which one is used, and what has none',
      },
      {
        name: 'closing',
        title: 'Closing the books',
        summary: 'What closing a period checks and records, drift, and how to recompute the hash',
      },
      {
        name: 'reconciliation',
        title: 'Reconciliation',
        summary: 'A file of your own books compared with the ledger, lists and balances',
      },
      {
        name: 'reports',
        title: 'Reports',
        summary: 'Fees, flows, exchanges and counterparties by month, and what proves them',
      },
      {
        name: 'exports',
        title: 'Verifiable exports',
        summary: 'What an exported file contains, and how to check its hash',
      },
      {
        name: 'sign-in',
        title: 'Sign-in, sessions and roles',
        summary: 'Where you are signed in, how to end sessions, and what roles allow',
      },
      {
        name: 'keyboard',
        title: 'Keyboard',
        summary: 'Every shortcut, and the keys that ten common tasks take',
      },
      {
        name: 'activity-log',
        title: 'Activity log',
        summary: 'What is recorded, who sees it, and how to verify it',
      },
    ],
  },
  {
    title: 'Compliance',
    docs: [
      {
        name: 'aml',
        title: 'AML checks',
        summary: 'Checks, risk, sanctions lists, decisions and monitoring',
      },
      {
        name: 'aml-method',
        title: 'How AML screening works',
        summary: 'How funds are traced, and how the score is calculated',
      },
    ],
  },
  {
    title: 'Running the service',
    docs: [
      {
        name: 'ledger',
        title: 'The ledger',
        summary: 'Postings, balances, and what happens when a fault is found',
      },
      {
        name: 'recovery',
        title: 'Restore wallets with other software',
        summary: 'Derivation paths, and how to restore each network',
      },
      {
        name: 'remote-providers',
        title: 'Remote providers',
        summary: 'How responses are checked, and what may differ',
      },
      {
        name: 'conformance',
        title: 'Conformance',
        summary: 'How to find out what a provider does differently, and what that costs',
      },
      {
        name: 'events',
        title: 'Events',
        summary: 'What a provider’s events do, and what protects against false ones',
      },
      {
        name: 'sandbox',
        title: 'Sandbox',
        summary: 'The demo data: wallets, counterparties and AML checks',
      },
      {
        name: 'lists',
        title: 'How lists stay fast',
        summary: 'How lists with millions of rows are counted and paged',
      },
      {
        name: 'performance',
        title: 'Performance',
        summary: 'How requests are measured, and what they cost with more rows',
      },
      {
        name: 'resilience',
        title: 'On a bad day',
        summary: 'What clients and pages see of crashes, full disks and busy databases, and what is kept',
      },
    ],
  },
];

const docs: readonly Doc[] = docGroups.flatMap((group) => group.docs);

/** The document with this name, if the console shows it. */
export function findDoc(name: string): Doc | undefined {
  return docs.find((doc) => doc.name === name);
}

/** The address of a document. */
export function docPath({ name }: Pick<Doc, 'name'>): string {
  return `${helpPath}/${name}`;
}
