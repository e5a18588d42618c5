import './tokens.css';
import './base.css';
import './list-parts.ts';
import '../lib/color-scheme.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { signInPath } from '../lib/next-path.ts';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './routes.tsx';

const queryClient = createQueryClient(() => {
  // While on the way to a page, that page is the one to come back to.
  const location = router.state.navigation.location ?? router.state.location;
  if (location.pathname === '/sign-in') return;
  void leave(location);
});

/** First away from what shows the data: forgotten under its eyes, it would be asked for again. */
async function leave(from: { pathname: string; search: string }): Promise<void> {
  await router.navigate(signInPath(from), { replace: true });
  // Somebody may have gone elsewhere on the way; what that page waits for must not be forgotten, it leads here again.
  if (router.state.location.pathname === '/sign-in') queryClient.clear();
}

const router = createBrowserRouter(createRoutes(queryClient));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
