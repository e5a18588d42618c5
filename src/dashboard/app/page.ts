import type { IconProps } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { ConsolePermission, Permission } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';

/** What the file of a page exports. */
export type PageModule = {
  Component: ComponentType;
  /** Requests the page's data as the page is opened. Not called for a key that lacks the page's permission. */
  loader?: (queryClient: QueryClient, url: string) => unknown;
};

/** What opens within a page at an address of its own: a drawer, a dialog or a tab. */
export type View = {
  /** Below the page's path; an empty one is what the page opens with. */
  path: string;
  /** Needed in place of the page's own. The view itself says so where it is missing. */
  permission?: Permission;
  /** The operation that a dialog carries out. A provider may not have it. */
  needs?: WalletServiceOperationId;
  load: () => Promise<PageModule>;
  /** Whether the page itself handles the URLs below its own. */
  ownsBelow?: true;
  views?: readonly View[];
};

/** What the palette offers in addition to the page itself. */
type Shortcut = {
  label: string;
  keywords: string;
  to: string;
  /** Needed in place of the page's own. */
  permission?: Permission;
  /** Needed beside the page's own. */
  needs?: WalletServiceOperationId;
  isCommand?: true;
};

export type Page = {
  /** The address, with `:name` for a part that varies. */
  path: `/${string}`;
  /** An address the page had in an earlier release. Bookmarks and links to it, and to what is below it, still work. */
  formerPath?: `/${string}`;
  /** Names the page in its heading, the browser's tab, the navigation and the palette. */
  title: string;
  /** What a key needs to see the page; null where any key may. */
  permission: Permission | null;
  /** Another permission that a key needs as well. */
  otherPermission?: Permission;
  /** What a user's role must allow as well. */
  consolePermission?: ConsolePermission;
  /** The operation of the wallet service without which the page has nothing to show. A provider may not have it. */
  needs?: WalletServiceOperationId;
  /** Opens before sign-in, without the navigation around it. */
  isPublic?: true;
  /** Where the page is in the navigation, if it is. */
  navigation?: {
    section: 'main' | 'settings';
    icon: ComponentType<IconProps>;
    /** What the navigation calls the page and those below it, where that isn't the title. */
    label?: string;
  };
  /** Whether it only shows what a remote provider shows to no one. It then says so, and the navigation leaves it out. */
  needsOwnLedger?: true;
  /** Keywords by which the palette finds the page. A page without keywords isn't offered. */
  keywords?: string;
  /** What the palette calls the page; it then is among the commands. */
  command?: string;
  shortcuts?: readonly Shortcut[];
  load: () => Promise<PageModule>;
  /** Whether the page itself handles the URLs below its own. */
  ownsBelow?: true;
  views?: readonly View[];
};
