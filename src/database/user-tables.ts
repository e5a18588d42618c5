import type { Instant } from '#domain/time.ts';

/** A person who signs in. Users belong to the installation; what they may do, to their memberships. */
export type UsersTable = {
  user_id: string;
  name: string;
  email: string;
  /** The email address as addresses are compared. */
  email_key: string;
  created_at: Instant;
  /** The name of the user or key that created it; null for the first administrator of a new installation. */
  created_by: string | null;
  /** Since then the user can't sign in, and stays in the activity log. */
  left_at: Instant | null;
};

export type UserPasswordsTable = {
  user_id: string;
  /** Argon2id, in PHC's format, which contains the salt and the costs. */
  hash: string;
  changed_at: Instant;
};

/** The secret of a user's authenticator app. */
export type UserTotpTable = {
  user_id: string;
  sealed_secret: Buffer;
  /** The 30 s step of the last code that was accepted: none is accepted twice. */
  last_step: number;
  added_at: Instant;
};

/** A browser that a user has signed in with: the same one without its cookie is another. */
export type UserDevicesTable = {
  user_id: string;
  /** SHA-256 of the ID in the browser's cookie, 64 lowercase hexadecimal digits. */
  device_hash: string;
  /** Where the first sign-in came from, and the browser's own text. */
  ip_address: string | null;
  user_agent: string | null;
  first_used_at: Instant;
  /** The last sign-in. */
  last_used_at: Instant;
  /** Whether the user is told of it, on other devices. The first device of a user is not new. */
  is_new: boolean;
};

export type UserPasskeysTable = {
  /** As WebAuthn gives it, in base64url. */
  credential_id: string;
  user_id: string;
  /** COSE. */
  public_key: Buffer;
  sign_count: number;
  /** A JSON array of text; written as text, read by `parseJson`. */
  transports: unknown;
  name: string;
  is_synced: boolean;
  added_at: Instant;
  last_used_at: Instant | null;
};

export type RecoveryCodesTable = {
  /** SHA-256. */
  code_hash: string;
  user_id: string;
  used_at: Instant | null;
};

/** A link with which a user sets up how to sign in. It is deleted when it is used. */
export type InvitationsTable = {
  /** SHA-256 of the token in the link. */
  token_hash: string;
  user_id: string;
  created_at: Instant;
  created_by: string | null;
  expires_at: Instant;
};

/** What a browser must answer to sign in or to add a passkey. It is deleted when it is answered. */
export type SignInChallengesTable = {
  /** SHA-256 of the ID that the browser sends back. */
  challenge_hash: string;
  /** Null for a passkey that says itself whose it is. */
  user_id: string | null;
  purpose: 'passkey' | 'add-passkey' | 'add-totp' | 'second-factor' | 'setup' | 'reauthenticate' | 'identity';
  challenge: string;
  expires_at: Instant;
};

/** API keys of accounts, with which users' requests are made. */
export type AccountKeysTable = {
  key_id: string;
  account_id: string;
  /** The key's name; null where the wallet service does not tell. */
  name: string | null;
  /** The API key, encrypted for this row and this wallet service. */
  sealed_key: Buffer;
  /** See `KeyCipher.fingerprint`. */
  fingerprint: string;
  added_at: Instant;
  /** The name of the user or key that added it. */
  added_by: string | null;
};

/** Roles that an account's administrators put together. The others are part of the contract. */
export type CustomRolesTable = {
  role_id: string;
  account_id: string;
  name: string;
  /** The name as names are compared. */
  name_key: string;
  /** A JSON array of permissions; written as text, read by `parseJson`. */
  permissions: unknown;
  /** Starts at 1 and goes up by one with each change. */
  version: number;
  updated_at: Instant;
  updated_by: string | null;
};

/** That a user belongs to an account, and with which roles. */
export type MembershipsTable = {
  user_id: string;
  account_id: string;
  /** A JSON array of the IDs of roles; written as text, read by `parseJson`. */
  roles: unknown;
  /** Where the roles may change things, as JSON; null: everywhere. Written as text, read by `parseJson`. */
  limits: unknown;
  /** Starts at 1 and goes up by one with each change. */
  version: number;
  /** Of a user's accounts, the one that came first is the one of addresses that name none. */
  created_at: Instant;
  updated_at: Instant;
  updated_by: string | null;
  /** When the user was last in the account, to the minute; null: never. */
  last_used_at: Instant | null;
};

/** An account that has had users, or a name. */
export type UserAccountsTable = {
  account_id: string;
  /** What people call it; null: its ID. */
  name: string | null;
  /** Which account came first says where groups grant roles. Replacing its keys changes nothing about that. */
  added_at: Instant;
};

/** At most one row: there once the session secret was replaced for the first time. */
export type IdentitySecretTable = {
  is_only: true;
  /** The secret by which API keys are recognized, encrypted. */
  sealed_secret: Buffer;
};

/** A proof of who uses a session. */
export type ReauthenticationsTable = {
  /** SHA-256 of what the page sends back. */
  token_hash: string;
  session_hash: string;
  expires_at: Instant;
};

/** Who a user is at an identity provider. */
export type UserIdentitiesTable = { issuer: string; subject: string; user_id: string; linked_at: Instant };

/** A membership that groups of the identity provider grant, and take away again. */
export type GroupMembershipsTable = { user_id: string; account_id: string };

/** An identity that an administrator removed from an account. */
export type RemovedIdentitiesTable = { issuer: string; subject: string; account_id: string };

/** The email address of somebody whom an administrator removed from an account, as addresses are compared. */
export type RemovedEmailsTable = { email_key: string; account_id: string };

/** The provider's session that opened a session. */
export type SessionIdentitiesTable = {
  session_hash: string;
  issuer: string;
  subject: string;
  sid: string | null;
};

/** Logout tokens that were used, until they are too old anyway. */
export type UsedLogoutTokensTable = { issuer: string; token_id: string; expires_at: Instant };
