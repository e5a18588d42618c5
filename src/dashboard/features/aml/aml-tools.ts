// What stands above the checks, in one file that is loaded beside them.
export { AmlFilters } from './aml-filters.tsx';
export { StartCheck } from './start/start-check.tsx';
