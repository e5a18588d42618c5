export const requestsWord = (count: number) => (count === 1 ? 'request' : 'requests');
