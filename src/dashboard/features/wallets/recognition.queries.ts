import { queryOptions } from '@tanstack/react-query';

/** What a text is. Its rules, with the cryptography that they need, are loaded with the first question. */
export function recognitionQuery(text: string) {
  return queryOptions({
    queryKey: ['recognition', text],
    queryFn: async () => (await import('#domain/recognise.ts')).recognise(text),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
