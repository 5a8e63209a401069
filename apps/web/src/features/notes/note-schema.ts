export { noteUpdateSchema } from '@weft/shared/kinds/note';
