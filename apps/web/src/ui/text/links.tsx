import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import styles from './links.module.css';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> };

/** A link that stands for itself: in a table, a list. An element and nothing around it: tables draw dozens of them each frame. */
export const TextLink = createLink((props: Native) => <a {...props} className={styles.text} />);

/** A link between words: colour alone does not tell it from them (WCAG 1.4.1). */
export const InlineLink = createLink((props: Native) => <a {...props} className={`${styles.text} ${styles.inline}`} />);

/** A link that looks like a button: it goes somewhere and changes nothing. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);
