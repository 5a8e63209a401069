export { passwordChangeSchema } from '@weft/shared/kinds/user';
