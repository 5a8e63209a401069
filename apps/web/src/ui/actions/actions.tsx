import { Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { ActionButton } from './action-button.js';
import styles from './actions.module.css';

export interface Action {
  label: string;
  /** Why the action is not possible now, or null. */
  refusedBecause: string | null;
  /** It loses data, or takes something away. */
  isDangerous?: boolean;
  onClick: () => void;
}

/** A link in the menu of actions: it navigates and changes nothing. */
export const ActionLink = createLink((props: AnchorHTMLAttributes<HTMLAnchorElement>) => <a {...props} className={styles.item} />);

interface Props {
  primary: Action | null;
  /** `ActionLink`s, before the actions of the menu. */
  links?: ReactNode;
  /** The dangerous ones are shown last. */
  more: readonly Action[];
}

/** The actions of a page: the one that comes first in the state of its object, and the others in a menu. */
export const Actions = ({ primary, links, more }: Props) => (
  <>
    {primary ? (
      <ActionButton
        {...(primary.isDangerous ? { 'data-danger': true } : { variant: 'filled' })}
        refusedBecause={primary.refusedBecause}
        onClick={primary.onClick}
      >
        {primary.label}
      </ActionButton>
    ) : null}
    <MoreActions links={links} more={more} />
  </>
);

/** One action of an object, in its row of a list. */
export const RowAction = ({ action: { label, refusedBecause, isDangerous, onClick } }: { action: Action }) => (
  <ActionButton size="compact-xs" {...(isDangerous ? { 'data-danger': true } : {})} refusedBecause={refusedBecause} onClick={onClick}>
    {label}
  </ActionButton>
);

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The browser closes the menu with Escape or a click elsewhere, and a choice closes it too. A refused action shows why below its name. The buttons
 * are in the page while the menu is closed, because the palette offers them.
 */
function MoreActions({ links, more }: Pick<Props, 'links' | 'more'>) {
  const opener = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const anchor = `--actions-${id.replaceAll(/\W/g, '')}`;
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || !menu.current) return;
    event.preventDefault();
    menu.current.showPopover();
    const items = [...menu.current.querySelectorAll<HTMLElement>('a, button')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    items.at(at < 0 ? Math.min(step - 1, 0) : (at + step) % items.length)?.focus();
  };
  const choose = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('[aria-disabled="true"]')) return;
    menu.current?.hidePopover();
    // The dialog that opens now returns the focus to here.
    opener.current?.focus();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="default"
        popoverTarget={id}
        aria-label="More actions"
        style={{ anchorName: anchor } as CSSProperties}
        onKeyDown={move}
      >
        More
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="group"
        aria-label="More actions"
        className={`floating ${styles.menu}`}
        style={{ positionAnchor: anchor } as CSSProperties}
        onKeyDown={move}
        onClick={choose}
      >
        <MenuItems links={links} more={more} />
      </div>
    </>
  );
}

export const MenuItems = ({ links, more }: Pick<Props, 'links' | 'more'>) => (
  <>
    {links}
    {[...more.filter(({ isDangerous }) => !isDangerous), ...more.filter(({ isDangerous }) => isDangerous)].map((action) => (
      <MenuAction key={action.label} {...action} />
    ))}
  </>
);

const MenuAction = ({ label, refusedBecause, isDangerous, onClick }: Action) => (
  <button
    type="button"
    className={styles.item}
    data-action={label}
    {...(isDangerous ? { 'data-danger': true } : {})}
    {...(refusedBecause === null ? {} : { 'aria-disabled': true, 'aria-description': refusedBecause })}
    aria-label={label}
    onClick={refusedBecause === null ? onClick : undefined}
  >
    {label}
    {refusedBecause === null ? null : <span className={styles.reason}>{refusedBecause}</span>}
  </button>
);
