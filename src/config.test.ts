import { describe, expect, it } from 'vitest';
import { ConfigError, depositsOf, identityProviderOf, parseConfig } from './config.ts';

describe('parseConfig', () => {
  it('gives the documented defaults for an empty environment', () => {
    expect(parseConfig({})).toEqual({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: 'data',
      DATABASE_POOL_SIZE: 10,
      SANDBOX: true,
      WALLET_API_TIMEOUT_SECONDS: 30,
      SESSION_LIFETIME_MINUTES: 720,
      KEY_SIGN_IN: true,
      OIDC_SCOPES: 'openid profile email groups',
      OIDC_GROUPS_CLAIM: 'groups',
      SESSION_IDLE_MINUTES: 30,
      SANDBOX_TRAFFIC: true,
      SANDBOX_AML: true,
      SANDBOX_AML_SECONDS: 4,
      SANDBOX_SIZE: 'year',
      CHAIN: 'sandbox',
      WITHDRAWAL_DELAY_SECONDS: 30,
      RATE_LIMIT_PER_MINUTE: 6000,
      EVENT_LIMIT_PER_MINUTE: 6000,
      CONNECTIONS_PER_ADDRESS: 512,
      METRICS_HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      mode: 'sandbox',
    });
  });

  it.each([
    ['SANDBOX=off', { SANDBOX: 'off' }],
    ['a PostgreSQL server', { DATABASE_URL: 'postgres://localhost/console' }],
    ['every address of the machine', { HOST: '0.0.0.0' }],
    ['another address of the machine', { HOST: '192.168.1.5' }],
    ['a public address that a proxy passes on', { PUBLIC_URL: 'https://console.example' }],
  ])('leaves the sandbox out with %s', (_what, env) => {
    expect(parseConfig(env).mode).toBe('embedded');
  });

  it('refuses a lease of AML checks that ends while a provider may still answer', () => {
    const WALLET_API_URL = 'https://provider.example/api/prod/v1';
    const env = { WALLET_API_TIMEOUT_SECONDS: '10', AML_LEASE_SECONDS: '10' };
    expect(() => parseConfig({ ...env, WALLET_API_URL })).toThrow(/AML_LEASE_SECONDS is "10": must be more/);
    expect(parseConfig(env).AML_LEASE_SECONDS).toBe(10);
    expect(parseConfig({ ...env, WALLET_API_URL, AML_LEASE_SECONDS: '11' }).AML_LEASE_SECONDS).toBe(11);
  });

  it('is remote with the URL of a provider, whatever else is set', () => {
    expect(parseConfig({ WALLET_API_URL: 'https://provider.example/api/prod/v1', SANDBOX: 'on' }).mode).toBe(
      'remote',
    );
  });

  it('keeps the sandbox with a public address that is this machine', () => {
    expect(parseConfig({ PUBLIC_URL: 'http://localhost:3000' }).mode).toBe('sandbox');
  });

  it.each(['127.0.0.2', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', 'localhost'])(
    'treats %s as loopback',
    (HOST) => {
      expect(parseConfig({ HOST }).mode).toBe('sandbox');
    },
  );

  it('treats no other address as loopback', () => {
    for (const HOST of ['0.0.0.0', '::', '128.0.0.1', '127.0.0.1.example']) {
      expect(parseConfig({ HOST }).mode).toBe('embedded');
    }
  });

  it('has a chain outside the sandbox only when one is named', () => {
    expect(parseConfig({ SANDBOX: 'off' }).CHAIN).toBe('none');
    expect(parseConfig({ SANDBOX: 'off', CHAIN: 'sandbox' }).CHAIN).toBe('sandbox');
    expect(parseConfig({ CHAIN: 'none' }).CHAIN).toBe('none');
  });

  it('reads the addresses of trusted proxies', () => {
    const { TRUST_PROXY } = parseConfig({ TRUST_PROXY: '10.0.0.1, fd00::/8,loopback' });
    expect(TRUST_PROXY).toEqual(['10.0.0.1', 'fd00::/8', 'loopback']);
  });

  it('reads the hosts of files as origins, https unless they say otherwise', () => {
    const { FILE_HOSTS } = parseConfig({
      FILE_HOSTS: 'Files.example, cdn.example:8443,http://10.0.0.7:9000',
    });
    expect(FILE_HOSTS).toEqual(['https://files.example', 'https://cdn.example:8443', 'http://10.0.0.7:9000']);
  });

  it('refuses a table of parameters that names one twice: either name could be meant', () => {
    const table = '{"listWallets":{"address":"a","address":"b"}}';
    expect(() => parseConfig({ WALLET_API_PARAMETERS: table })).toThrow(
      /must name listWallets\.address once/,
    );
  });

  it('says that deposits go unnoticed wherever the service itself is not the sandbox', () => {
    expect(depositsOf(parseConfig({}))).toBe('simulated');
    expect(depositsOf(parseConfig({ SANDBOX: 'off' }))).toBe('undetected');
    expect(depositsOf(parseConfig({ SANDBOX: 'off', CHAIN: 'sandbox' }))).toBe('undetected');
    expect(depositsOf(parseConfig({ WALLET_API_URL: 'https://provider.example' }))).toBe('provider');
  });

  it('takes the operations and the parameters that a provider does not have', () => {
    const read = parseConfig({
      WALLET_API_WITHOUT: 'deleteWallet, renameWallet',
      WALLET_API_PARAMETERS: '{"listWallets":{"type":null}}',
    });
    expect(read.WALLET_API_WITHOUT).toEqual(['deleteWallet', 'renameWallet']);
    expect(read.WALLET_API_PARAMETERS).toEqual({ listWallets: { type: null } });
  });

  it('treats an empty value as none', () => {
    expect(parseConfig({ DATABASE_URL: '', WALLET_API_URL: '', PORT: '' }).mode).toBe('sandbox');
  });

  it('says what an identity provider needs, and takes only https ones but for this machine’s', () => {
    const all = {
      PUBLIC_URL: 'https://console.example',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_ROLES: '{"treasury":["operator"]}',
    };
    expect(identityProviderOf(parseConfig(all))).toMatchObject({ clientId: 'console', name: 'id.example' });
    for (const name of ['PUBLIC_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const) {
      expect(() => parseConfig({ ...all, [name]: '' })).toThrow(name);
    }
    expect(() => parseConfig({ ...all, PUBLIC_URL: '', OIDC_ROLES: '' })).toThrow(
      /^OIDC_ISSUER is set\. Set PUBLIC_URL and OIDC_ROLES as well, or unset OIDC_ISSUER\.$/,
    );
    expect(() => parseConfig({ ...all, OIDC_ISSUER: 'http://id.example' })).toThrow('must be an https URL');
    expect(() => parseConfig({ ...all, OIDC_ISSUER: 'http://localhost:4000' })).not.toThrow();
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['SANDBOX', 'maybe'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['WALLET_API_URL', 'ftp://provider.example'],
    ['WALLET_API_URL', 'provider'],
    ['WALLET_API_WITHOUT', 'deleteWallet,sendMoney'],
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET_PREVIOUS', 'short'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_ROLES', '{"treasury":"operator"}'],
    ['OIDC_ROLES', '{"treasury":{"acc_1":"operator"}}'],
    ['OIDC_ROLES', '{"treasury":{}}'],
    ['OIDC_ROLES', '{"treasury":[" "]}'],
    ['OIDC_ROLES', 'operator'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['LOG_LEVEL', 'loud'],
    ['CHAIN', 'mainnet'],
    ['WITHDRAWAL_DELAY_SECONDS', '-1'],
    ['FILE_HOSTS', 'files.example,'],
    ['FILE_HOSTS', 'files.example/reports'],
    ['FILE_HOSTS', '*.files.example'],
    ['FILE_HOSTS', 'ftp://files.example'],
    ['FILE_HOSTS', 'me@files.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '0x0a.0.0.0/8'],
    ['TRUST_PROXY', '10.0/8'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', '10.0.0.1,proxy.example'],
  ])('refuses %s=%s and names it', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => parseConfig({ [name]: value })).toThrow(name);
  });

  it('never repeats a secret in its message', () => {
    expect(() => parseConfig({ SESSION_SECRET: 'hunter2' })).not.toThrow('hunter2');
    expect(() => parseConfig({ DATABASE_URL: 'mysql://u:hunter2@localhost/x' })).not.toThrow('hunter2');
  });
});

it('refuses a sandbox that was asked for beside a database of one’s own, and takes the database alone', () => {
  const database = { DATABASE_URL: 'postgres://user:secret@db.example/console' };
  const refuse = () => parseConfig({ ...database, SANDBOX: 'on' });
  expect(refuse).toThrow(ConfigError);
  expect(refuse).toThrow(/^SANDBOX is on and DATABASE_URL is set\./);
  expect(refuse).not.toThrow(/secret/);
  expect(parseConfig(database).mode).toBe('embedded');
  expect(parseConfig({ ...database, SANDBOX: 'off' }).mode).toBe('embedded');
});
