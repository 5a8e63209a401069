import { Tooltip } from '@mantine/core';

export const ReasonTip = ({ at, reason }: { at: HTMLElement; reason: string }) => <Tooltip target={at} label={reason} maw={320} opened />;
