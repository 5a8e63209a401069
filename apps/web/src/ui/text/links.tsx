import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import styles from './links.module.css';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> };

/** A standalone link, in a table or list. A single element without wrappers: tables draw dozens of them per frame. */
export const TextLink = createLink((props: Native) => <a {...props} className={styles.text} />);

/** A link within text: underlined, because colour alone does not distinguish it (WCAG 1.4.1). */
export const InlineLink = createLink((props: Native) => <a {...props} className={`${styles.text} ${styles.inline}`} />);

/** A link that looks like a button: it navigates and changes nothing. */
export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);
