import { expect, it } from 'vitest';
import { onLocalhost } from './passkeys-unavailable.tsx';

it.each([
  ['http://127.0.0.1:3000/sign-in?next=%2Fwallets', '', 'http://localhost:3000/sign-in?next=%2Fwallets'],
  ['http://[::1]:3000/join', 'the-token', 'http://localhost:3000/join#the-token'],
])('leads from %s to the same page on localhost, with the token of an invitation', (href, hash, there) => {
  expect(onLocalhost(href, hash)).toBe(there);
});
