import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useId } from 'react';
import { chooseColorScheme, type ColorScheme, useColorScheme } from '#dashboard/lib/color-scheme.ts';
import classes from './theme-switch.module.css';

const schemes = [
  { value: 'light', label: 'Light theme', icon: IconSun },
  { value: 'dark', label: 'Dark theme', icon: IconMoon },
  { value: 'auto', label: 'System theme', icon: IconDeviceDesktop },
] as const satisfies { value: ColorScheme; label: string; icon: unknown }[];

export function ThemeSwitch() {
  const colorScheme = useColorScheme();
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Theme" className={classes['switch']}>
      {schemes.map(({ value, label, icon: Icon }) => (
        <label key={value} className={classes['option']} title={label}>
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={label}
            checked={colorScheme === value}
            onChange={() => chooseColorScheme(value)}
          />
          <Icon size={15} stroke={1.75} aria-hidden />
        </label>
      ))}
    </div>
  );
}
