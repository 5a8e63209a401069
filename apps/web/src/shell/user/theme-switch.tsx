import { NativeSelect, useMantineColorScheme } from '@mantine/core';

/** Light, dark, or the system's setting. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      size="xs"
      aria-label="Theme"
      value={colorScheme}
      data={[
        { value: 'auto', label: 'Theme: system' },
        { value: 'light', label: 'Theme: light' },
        { value: 'dark', label: 'Theme: dark' },
      ]}
      onChange={({ currentTarget }) => setColorScheme(currentTarget.value as 'auto' | 'light' | 'dark')}
    />
  );
}
