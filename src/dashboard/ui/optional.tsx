import { Component, type ReactNode, Suspense } from 'react';
import { isMissingCode } from '../lib/error-words.ts';

/**
 * A part that a page works without, and whose code comes later. Where that can't be loaded, as when the network goes
 * away meanwhile, the part is missing until the next load, and the page stays.
 */
export function Optional({ children }: { children: ReactNode }) {
  return (
    <WithoutMissingCode>
      <Suspense>{children}</Suspense>
    </WithoutMissingCode>
  );
}

class WithoutMissingCode extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof Error && isMissingCode(error)) return null;
    // Another fault is the page's, as anywhere else.
    throw error;
  }
}
