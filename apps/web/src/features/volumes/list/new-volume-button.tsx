import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../paths/paths.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { ButtonLink } from '../../../ui/text/links.js';
import { useRoleRefusal } from '../../session/use-session.js';

export function NewVolumeButton() {
  const refused = useRoleRefusal('operator');
  const navigate = useNavigate();
  if (refused === null) return <ButtonLink {...paths.newVolume()}>New volume</ButtonLink>;
  return (
    <ActionButton refusedBecause={refused} onClick={() => navigate(paths.newVolume())}>
      New volume
    </ActionButton>
  );
}
