import { isAdministrator, readLedgerCheck, resumePayments } from '#contract/gateway/ledger-check.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from './console-host.ts';
import type { LedgerChecks } from './gateway-deps.ts';
import { lackingFor } from './users/access.ts';

/** `checks`: left out with a remote wallet service, whose ledger can't be checked here. */
export function registerLedgerCheckRoutes(host: Host<SignedIn>, checks: LedgerChecks | undefined): void {
  const checkOf = async (caller: SignedIn) =>
    checks === undefined
      ? null
      : {
          ...(await checks.read(caller.accountId)),
          may_resume: isAdministrator(caller.permissions) && lackingFor(caller, resumePayments).length === 0,
        };

  serve(host, readLedgerCheck, async ({ caller }) => ({ check: await checkOf(caller) }));

  serve(host, resumePayments, async ({ body, caller, request }) => {
    if (checks === undefined) {
      throw new ServiceError(404, 'The ledger of a remote wallet service can’t be checked');
    }
    if (!isAdministrator(caller.permissions)) {
      throw new ServiceError(
        403,
        caller.user === undefined
          ? 'You need an API key with all permissions to resume payments'
          : 'Your role doesn’t have all permissions, which you need to resume payments. Ask an administrator to resume them',
        { errorCode: 'system' },
      );
    }
    const { accountId, actorName } = caller;
    await checks.resume(accountId, { faultIds: body.fault_ids, note: body.note, keyName: actorName });
    request.log.warn({ accountId, faults: body.fault_ids }, 'payments were resumed in spite of faults');
    return { check: await checkOf(caller) };
  });
}
