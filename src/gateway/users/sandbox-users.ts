import type { BuiltInRoleId } from '#contract/roles.ts';

type SandboxUser = { userId: string; name: string; email: string; role: BuiltInRoleId };

/** Who made the checks and decisions that the sandbox begins with. */
export const sandboxComplianceOfficer: SandboxUser = {
  userId: 'user_sandbox_compliance',
  name: 'Sofia Lindgren',
  email: 'sofia.lindgren@sandbox.example',
  role: 'compliance',
};

/**
 * The users whom everyone may become in the sandbox with one click. Their IDs are fixed: nobody else can have one, because
 * those of other users are random.
 */
export const sandboxUsers: readonly SandboxUser[] = [
  {
    userId: 'user_sandbox_administrator',
    name: 'Priya Nair',
    email: 'priya.nair@sandbox.example',
    role: 'administrator',
  },
  {
    userId: 'user_sandbox_operator',
    name: 'Olivia Hart',
    email: 'olivia.hart@sandbox.example',
    role: 'operator',
  },
  {
    userId: 'user_sandbox_finance',
    name: 'Daniel Okafor',
    email: 'daniel.okafor@sandbox.example',
    role: 'finance',
  },
  sandboxComplianceOfficer,
];

export const sandboxUserIds: readonly string[] = sandboxUsers.map(({ userId }) => userId);

/** Whether the user came with the sandbox. */
export function isSandboxUser(userId: string): boolean {
  return sandboxUserIds.includes(userId);
}
