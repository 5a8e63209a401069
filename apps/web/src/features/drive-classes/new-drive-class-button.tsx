import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths/paths.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { ButtonLink } from '../../ui/text/links.js';
import { usePermissionRefusal } from '../session/use-session.js';

export function NewDriveClassButton() {
  const refused = usePermissionRefusal('drive-class:create');
  const navigate = useNavigate();
  if (refused === null) return <ButtonLink {...paths.newDriveClass()}>New drive class</ButtonLink>;
  return (
    <ActionButton refusedBecause={refused} onClick={() => navigate(paths.newDriveClass())}>
      New drive class
    </ActionButton>
  );
}
