import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/**
 * The service, which answers the same question once: most runs ask it nothing that an earlier one has not. Whatever is
 * written past it, as straight to the database, needs `forgetReads` afterwards.
 */
export function rememberReads(app: FastifyInstance): { service: FastifyInstance; forgetReads: () => void } {
  const answers = new Map<string, Promise<Pick<LightMyRequestResponse, 'statusCode' | 'body'>>>();
  const inject = (request: InjectOptions) => {
    // Whatever changes something changes what is read.
    if (request.method !== 'GET') {
      answers.clear();
      return app.inject(request);
    }
    const key = JSON.stringify(request);
    const answer = answers.get(key) ?? app.inject(request);
    answers.set(key, answer);
    return answer;
  };
  return {
    service: Object.assign(Object.create(app) as FastifyInstance, { inject }),
    forgetReads: () => answers.clear(),
  };
}
