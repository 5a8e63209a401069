export { orphanIgnoreCreateSchema } from '@weft/shared/kinds/views/orphan';
