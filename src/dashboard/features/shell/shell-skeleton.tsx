import { Logo } from '../../ui/logo.tsx';

/** What `index.html` shows before the scripts are there, kept while the session is read: nothing jumps or flashes. */
export function ShellSkeleton() {
  return (
    <div className="boot" aria-busy>
      <Logo size={24} />
      Wallet Console
    </div>
  );
}
