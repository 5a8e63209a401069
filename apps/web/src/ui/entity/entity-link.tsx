import { paths } from '../../paths/paths.js';
import { TextLink } from '../text/links.js';
import { type EntityKind, useEntityCard } from './use-entity-card.js';

interface Props {
  kind: EntityKind;
  id: string;
  name: string;
}

/** A link to an object's page, with the object's card. */
export function EntityLink({ kind, id, name }: Props) {
  const { opener, card } = useEntityCard(kind, id, name);
  return (
    <>
      <TextLink {...paths[kind](id)} {...opener}>
        {name}
      </TextLink>
      {card}
    </>
  );
}
