import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> };

/** A link in text. */
export const TextLink = createLink((props: AnchorProps & Native) => <Anchor inherit {...props} />);

/** A link that looks like a button: it goes somewhere and changes nothing. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);
