import { describe, expect, it } from 'vitest';
import { namesWithArticle } from '#domain/address-check.ts';
import { networksOfScheme, withdrawalNetworks } from '#domain/networks.ts';
import { labelsAsCsv, parseAddressList, parseLabelsCsv } from './labels-file.ts';

const header = 'network,address,entity,category,source\n';
const binance = '0x28C6c06298d514Db089934071355E5743bf21d60';
const tron = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
const bitcoin = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';

describe('a CSV', () => {
  it('is read with quoted fields, a byte order mark, CRLF, blank lines and columns in any order', () => {
    const text = `\uFEFFsource,category,entity,address,network\r\n"a, ""b""",exchange,"Ünïcode, Ltd",${binance.toLowerCase()},eth\r\n\r\nb,mixer,Whirl, ${tron} ,trx\r\n`;
    expect(parseLabelsCsv(text)).toEqual({
      problems: [],
      labels: [
        { network: 'eth', address: binance, entity: 'Ünïcode, Ltd', category: 'exchange', source: 'a, "b"' },
        { network: 'trx', address: tron, entity: 'Whirl', category: 'mixer', source: 'b' },
      ],
    });
  });

  it.each([
    [
      'xrp',
      binance,
      'A',
      'exchange',
      's',
      `network "xrp" is unknown; allowed: ${withdrawalNetworks.join(', ')}`,
    ],
    ['eth', 'nonsense', 'A', 'exchange', 's', 'address "nonsense": an Ethereum address starts with 0x'],
    ['trx', binance, 'A', 'exchange', 's', `this is ${namesWithArticle(networksOfScheme('evm'))} address`],
    ['eth', binance.replace('28C6', '28c6'), 'A', 'exchange', 's', 'checksum'],
    ['eth', binance, '', 'exchange', 's', 'entity Enter a value (up to 128 characters).'],
    ['eth', binance, 'a\u202eb', 'exchange', 's', 'entity Remove control characters.'],
    ['eth', binance, 'Small Transactions', 'exchange', 's', 'is a word of the report itself'],
    ['eth', binance, 'other: exchange', 'exchange', 's', 'is a word of the report itself'],
    ['eth', binance, 'A', 'Exchange', 's', 'category "Exchange" is unknown; allowed: sanctions, '],
    ['eth', binance, 'A', 'exchange', '', 'source Enter a value (up to 200 characters).'],
  ])(
    'names the line of a row that is wrong: %s,%s,%s,%s,%s',
    (network, address, entity, category, source, why) => {
      const good = `trx,${tron},B,exchange,s\n`;
      const { problems } = parseLabelsCsv(
        `${header}${good}${[network, address, entity, category, source].join(',')}\n`,
      );
      expect(problems).toHaveLength(1);
      const [line, reason = ''] = problems[0]?.split(/(?<=^line 3): /) ?? [];
      expect(line).toBe('line 3');
      expect(reason).toContain(why);
    },
  );

  it('is written without formulas, and read back to the letter', () => {
    const labels = [
      { network: 'eth', address: binance, entity: '=HYPERLINK("x")', category: 'exchange', source: '-1; =2' },
      { network: 'trx', address: tron, entity: "'quoted', Ltd", category: 'mixer', source: '@list' },
    ] as const;
    const text = labelsAsCsv(labels);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(parseLabelsCsv(text)).toEqual({ problems: [], labels });
  });

  it('names every wrong line, in one go', () => {
    const { problems } = parseLabelsCsv(`${header}eth,a"b,c,d,e\neth,${binance},x\nsol,x,A,exchange,y\n`);
    expect(problems.map((problem) => problem.slice(0, 7))).toEqual(['line 2:', 'line 3:', 'line 4:']);
  });

  it.each([
    ['network', `${header}\u001B[2Jeth,${binance},A,exchange,s\n`],
    ['address', `${header}eth,\u001B]0;title\u0007,A,exchange,s\n`],
    ['category', `${header}eth,${binance},A,mixer\u009B31m,s\n`],
    ['network that is too long', `${header}${'e'.repeat(9_000)},${binance},A,exchange,s\n`],
    ['header', 'net\u001B[31mwork,address\n'],
  ])('quotes of a wrong %s nothing that a terminal would obey, nor more than fits on it', (_what, text) => {
    const { problems } = parseLabelsCsv(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toMatch(/\p{C}/u);
    expect(problems[0]?.length).toBeLessThan(1_100);
  });

  it('takes the same label twice as one, and refuses two that differ', () => {
    const row = `eth,${binance},A,exchange,s\n`;
    expect(parseLabelsCsv(header + row + row)).toMatchObject({ labels: [{ entity: 'A' }], problems: [] });
    const other = `eth,${binance.toLowerCase()},B,exchange,s\n`;
    expect(parseLabelsCsv(header + row + other).problems).toEqual([
      `line 3: ${binance} has another label of the same source in line 2`,
    ]);
  });

  it.each(['', '\n', 'address,category\n', `${header.trim()},more\n`, `eth,${binance},A,exchange,s\n`])(
    'is refused without the header row: %j',
    (text) => {
      expect(parseLabelsCsv(text).problems).toEqual([
        expect.stringContaining('it must name network, address'),
      ]);
    },
  );
});

describe('a list of addresses', () => {
  const description = { entity: 'Listed', category: 'sanctions', source: 'list' };

  it('recognises the network of each line, and labels what several networks share on all of them', () => {
    const text = `# a comment\r\n${tron}\r\n\r\n ${binance.toLowerCase()}\n${bitcoin.toUpperCase()}`;
    const { labels, problems } = parseAddressList(text, description);
    expect(problems).toEqual([]);
    expect(labels.map(({ network, address }) => [network, address])).toEqual([
      ['trx', tron],
      ...networksOfScheme('evm').map((network) => [network, binance]),
      ['btc', bitcoin],
    ]);
  });

  it('is limited to one network if the file says so, and then refuses addresses of others', () => {
    expect(parseAddressList(`${binance}\n${tron}`, { ...description, network: 'bnb' })).toMatchObject({
      labels: [{ network: 'bnb', address: binance }],
      problems: [expect.stringMatching(/^line 2: .*Tron address/)],
    });
  });

  it('names the lines that aren’t addresses', () => {
    expect(parseAddressList(`${tron}\nnobody\n${'a'.repeat(64)}`, description).problems).toEqual([
      'line 2: "nobody": not a valid address or transaction ID',
      expect.stringMatching(/^line 3: .*this is a transaction ID, not an address$/),
    ]);
  });
});
