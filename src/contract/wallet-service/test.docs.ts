import { describeOperation } from './describe.ts';
import { testKey } from './test.ts';

describeOperation(testKey, {
  text: 'Answers any valid key, whatever its permissions. The first call of an integration: it proves address, key and network path.',
  isDecided: true,
  decisions: ['The published interface names the tag, not the operation: all of it is ours.'],
  fields: {},
  requests: { test: { summary: 'Try the key' } },
  invalid: { limit: 'unknown parameter' },
  answers: { success: { summary: 'The key works', data: { result: 'success' } } },
});
