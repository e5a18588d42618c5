/**
 * Names, separated by commas, the query parameters that a remote provider ignored. The gateway puts it on what it gives
 * to the console; the body stays as published.
 */
export const ignoredParametersHeader = 'x-ignored-parameters';
