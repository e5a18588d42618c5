import { colorsTuple, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';
import classes from './mantine-theme.module.css';

const accent: MantineColorsTuple = [
  '#eef1fd',
  '#dde3fb',
  '#bac6f6',
  '#97a7f5',
  '#7188ec',
  '#5069e2',
  '#3f58d4',
  '#3449b8',
  '#2a3b96',
  '#1f2c70',
];

const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#f1f3f6',
  '#eceef2',
  '#e3e6eb',
  '#d0d5dd',
  '#868e9c',
  '#596170',
  '#4b5260',
  '#343a45',
  '#1b1f27',
];

// Mantine's own grays for the dark scheme, in the tone of tokens.css.
const dark: MantineColorsTuple = [
  '#e4e7eb',
  '#c5cad3',
  '#9ba3b1',
  '#6b7382',
  '#3a4049',
  '#2a2e35',
  '#191c21',
  '#131519',
  '#0e1013',
  '#090a0c',
];

const danger: MantineColorsTuple = [
  '#fdeceb',
  '#fbd9d7',
  '#f5b3b0',
  '#f28482',
  '#e35d5b',
  '#d23f3d',
  '#c22f2e',
  '#b42323',
  '#8f1b1b',
  '#6d1414',
];

// A page never scrolls behind a dialog in a portal, because only <main> scrolls; and a scroll lock would add a style without
// a nonce.
const unlocked = { defaultProps: { lockScroll: false } };

const dialog = {
  defaultProps: { ...unlocked.defaultProps, overlayProps: { backgroundOpacity: 0.4 } },
  classNames: { inner: classes['dialogFrame'] },
};

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  black: '#1b1f27',
  colors: {
    accent,
    danger,
    gray,
    dark,
    positive: colorsTuple('#17703f'),
    warning: colorsTuple('#8a5300'),
    negative: colorsTuple('#b42323'),
  },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  fontWeights: { medium: '500' },
  lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.5' },
  headings: {
    fontWeight: '600',
    textWrap: 'wrap',
    sizes: {
      h2: { fontSize: '15px', lineHeight: '1.5' },
      h3: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { md: 'var(--shadow)' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { classNames: { root: classes['button'], label: classes['buttonLabel'] } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray' },
      classNames: { root: classes['actionIcon'] },
    },
    Combobox: { classNames: { option: classes['option'] } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Alert: { classNames: { message: classes['alertMessage'] } },
    Input: { classNames: { wrapper: classes['input'] } },
    NativeSelect: {
      defaultProps: { rightSection: createElement(IconChevronDown, { size: 16, 'aria-hidden': true }) },
    },
    ModalRoot: unlocked,
    DrawerRoot: unlocked,
    Modal: dialog,
    Drawer: dialog,
  },
});

const shared = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-error': 'var(--negative)',
  '--mantine-color-success': 'var(--positive)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-medium)',
  '--mantine-color-dimmed': 'var(--text-dimmed)',
  '--mantine-color-disabled': 'var(--neutral-soft)',
  '--mantine-color-disabled-color': 'var(--text-dimmed)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent-text)',
  '--mantine-color-accent-text': 'var(--accent-text)',
  '--mantine-color-positive-light': 'var(--positive-soft)',
  '--mantine-color-positive-light-color': 'var(--positive)',
  '--mantine-color-warning-light': 'var(--warning-soft)',
  '--mantine-color-warning-light-color': 'var(--warning)',
  '--mantine-color-negative-light': 'var(--negative-soft)',
  '--mantine-color-negative-light-color': 'var(--negative)',
  '--mantine-color-gray-light-color': 'var(--text-dimmed)',
  '--mantine-color-gray-light-hover': 'var(--surface-hover)',
};

/** Mantine's colors, read from tokens.css so that each is written once. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
