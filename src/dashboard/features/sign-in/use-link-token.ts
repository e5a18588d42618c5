import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the address says after `#`. It is taken from there at once, so that it stays in no history and no screenshot. */
export function useLinkToken(path: '/join' | '/setup'): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  const inAddress = hash.slice(1);
  // Another link may be opened on this very page.
  if (inAddress !== '' && inAddress !== token) setToken(inAddress);
  useEffect(() => {
    if (inAddress !== '') void navigate(path, { replace: true });
  }, [inAddress, navigate, path]);
  return inAddress === '' ? token : inAddress;
}
