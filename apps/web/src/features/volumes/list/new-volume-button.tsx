import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../paths/paths.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { ButtonLink } from '../../../ui/text/links.js';
import { usePermissionRefusal } from '../../session/use-session.js';

export function NewVolumeButton() {
  const refused = usePermissionRefusal('volume:create');
  const navigate = useNavigate();
  if (refused === null) return <ButtonLink {...paths.newVolume()}>New volume</ButtonLink>;
  return (
    <ActionButton refusedBecause={refused} onClick={() => navigate(paths.newVolume())}>
      New volume
    </ActionButton>
  );
}
