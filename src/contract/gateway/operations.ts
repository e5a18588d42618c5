import { accountKeyOperations } from './account-keys.ts';
import { accountOperations } from './accounts.ts';
import { bookOperations } from './address-book.ts';
import { amlCheckOperations } from './aml-checks.ts';
import { amlDecisionOperations } from './aml-decisions.ts';
import { amlRulesOperations } from './aml-rules-change.ts';
import { amlWatchOperations } from './aml-watches.ts';
import { capabilityOperations } from './capabilities.ts';
import { exchangeRateOperations } from './exchange-rates.ts';
import { bookingTimeOperations } from './booking-times.ts';
import { closeOperations } from './closing.ts';
import { exportOperations } from './exports.ts';
import { auditLogOperations } from './audit-log.ts';
import { deviceOperations } from './devices.ts';
import { eventDestinationOperations } from './event-destinations.ts';
import { incomingEventOperations } from './incoming-events.ts';
import { knownAddressOperations } from './known-addresses.ts';
import { ledgerCheckOperations } from './ledger-check.ts';
import { feeOperations } from './fees.ts';
import { ledgerBalanceOperations } from './ledger-balances.ts';
import { listSumsOperations } from './list-sums.ts';
import { rateSourceOperations } from './rate-source.ts';
import { reauthenticationOperations } from './reauthentication.ts';
import { reconciliationMappingOperations } from './reconciliation-mappings.ts';
import { reconciliationOperations } from './reconciliations.ts';
import { roleOperations } from './roles.ts';
import { openSessionOperations } from './open-sessions.ts';
import { sanctionsListOperations } from './sanctions-lists.ts';
import { sessionOperations } from './sessions.ts';
import { settingsOperations } from './settings.ts';
import { setUpFirstAdministrator } from './setup.ts';
import { signInMethodOperations } from './sign-in-methods.ts';
import { signInOperations } from './sign-in.ts';
import { providerStatementOperations } from './provider-statements.ts';
import { ledgerEntryOperations } from './ledger-entries.ts';
import { statementFileOperations } from './statement-files.ts';
import { reportScheduleOperations } from './report-schedules.ts';
import { reportOperations } from './reports.ts';
import { statementOperations } from './statements.ts';
import { userSignInOperations } from './user-sign-in.ts';
import { userOperations } from './users.ts';
import { valueSettingsOperations } from './value-settings.ts';
import { viewOperations } from './views.ts';
import { walletNotesOperations } from './wallet-notes.ts';
import { sumWallets } from './wallet-sums.ts';
import { webhookOperations } from './webhook.ts';
import { withdrawalOutcomeOperations } from './withdrawal-outcomes.ts';
import { withdrawalReasonOperations } from './withdrawal-reasons.ts';
import { withdrawalRulesOperations } from './withdrawal-rules.ts';

/** Everything that the gateway answers itself, over any wallet service. */
export const gatewayOperations = [
  ...signInOperations,
  ...userSignInOperations,
  setUpFirstAdministrator,
  ...sessionOperations,
  ...reauthenticationOperations,
  ...signInMethodOperations,
  ...openSessionOperations,
  ...deviceOperations,
  ...userOperations,
  ...accountKeyOperations,
  ...accountOperations,
  ...viewOperations,
  ...settingsOperations,
  ...capabilityOperations,
  ...withdrawalRulesOperations,
  ...webhookOperations,
  ...incomingEventOperations,
  ...eventDestinationOperations,
  ...withdrawalOutcomeOperations,
  ...bookOperations,
  ...walletNotesOperations,
  ...knownAddressOperations,
  sumWallets,
  ...auditLogOperations,
  ...exportOperations,
  ...feeOperations,
  ...withdrawalReasonOperations,
  ...ledgerCheckOperations,
  ...ledgerBalanceOperations,
  ...statementOperations,
  ...providerStatementOperations,
  ...ledgerEntryOperations,
  ...bookingTimeOperations,
  ...exchangeRateOperations,
  ...valueSettingsOperations,
  ...rateSourceOperations,
  ...closeOperations,
  ...statementFileOperations,
  ...reconciliationOperations,
  ...reconciliationMappingOperations,
  ...reportOperations,
  ...reportScheduleOperations,
  ...listSumsOperations,
  ...amlCheckOperations,
  ...amlDecisionOperations,
  ...amlRulesOperations,
  ...amlWatchOperations,
  ...sanctionsListOperations,
  ...roleOperations,
] as const;
