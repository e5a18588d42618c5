/**
 * The gateway puts it on a list of its own wallet service that it gives to the console. Such a list follows the contract.
 * Any other one is of a provider, and is checked against its query.
 */
export const ownServiceHeader = 'x-own-service';
